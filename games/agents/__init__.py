"""Who answers: the players at the table, and what turns a question into an answer. No Django here."""

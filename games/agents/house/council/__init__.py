"""How the house sits in council: nominating, voting between nominees, defending itself, last words, plans."""

"""The pages. A view reads by queries, writes by verbs and hands records to a template; one file per subject."""

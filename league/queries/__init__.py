"""What pages and API read of the league. Reads return querysets or frozen records; a record carries what a template
shows, so that a template computes nothing. One file per subject.
"""

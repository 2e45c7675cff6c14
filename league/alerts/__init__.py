"""Alerts by mail and webhook: who is told (`addressees`), where a webhook may lead (`hosts`), what is wrong as rows and
what of it is due to whom (`noting`), in which words (`wording`), over which wire (`sending`), each once (`telling`),
and who looks (`lookout`). Law: what is told is what `wrong_now` tells, and no more; nothing is sent in a transaction.

Below it: queries, processes, access.
"""

"""What the loopback provider says: legal answers drawn from a schema, and all the ways in which one can be spoilt.

It may import shapes, schemas and refusals; the protocols, the service and its faults come for what is to be said.
"""

"""The protocols on the wire, each as strict as its provider: what may be asked, and how what is said is put.

It may import all of the loopback provider but its server; the service comes for the ways to answer a body.
"""

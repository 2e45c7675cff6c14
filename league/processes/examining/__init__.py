"""What the doctor looks at beside settings and services: `living`, the beat and the workers by their signs of life, and
`mail`; each is a `finding`.
"""

"""What was said, heard as a person would hear it: plain English in, remarks out.

It may import the engine's words and numbers that are settled; it knows no mind, no sheet and no dice. The others come
for `speeches.hear`, for the shapes of a sentence, and for what roles are called at a table (`dialect`).
"""

"""A provider of language models on this machine, for tests, measurements and games without a key.

Law: it speaks the wire of OpenAI's Chat Completions and Responses and of Anthropic's Messages, and knows nothing of
this house. A request that it accepts and the real service refuses is a defect; one that it refuses and the real service
accepts is a limit, and its message says so ("this provider").
"""

"""What the site's templates load."""

"""Files from a model hub, fetched only when a person has agreed to it."""

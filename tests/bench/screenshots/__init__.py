"""Pictures of the real window for people to look at, in every state that matters."""

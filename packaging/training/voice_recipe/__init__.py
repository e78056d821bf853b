"""Parts of the recipe that trains Mini Voice."""

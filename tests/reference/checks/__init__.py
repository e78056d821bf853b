"""What each family's recorded cases are compared with."""

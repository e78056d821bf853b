"""What is to be made next: one serial queue of frozen requests."""

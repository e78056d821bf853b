"""Takes by the thousand: a plan of rows, checked whole, made by worker processes or a Ray cluster, and resumed where it was stopped."""

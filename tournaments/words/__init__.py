"""The word judge: challenges are ruled, and the director rules on words."""

"""What the mirror has of the machine: its clock."""

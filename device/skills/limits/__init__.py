"""What Selene cannot do, and what she can do instead."""

"""Commands that check the installation."""

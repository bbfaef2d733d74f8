"""Timers, alarms and reminders: when they are due, which is meant, and what is said of them."""

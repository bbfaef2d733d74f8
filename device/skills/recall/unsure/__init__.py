"""Answers that are told as likely and not as certain, where nothing known answers surely."""

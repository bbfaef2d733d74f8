"""What a person takes along: their memory to a file, and files of other assistants into their memory."""

"""Sample states that a seat cannot tell from the true one."""

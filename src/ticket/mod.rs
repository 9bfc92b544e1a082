//! What is routed: the ticket and the files it is read from.

//! Signals, score, decision: values in, values out.

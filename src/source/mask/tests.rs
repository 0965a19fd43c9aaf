//! Every secret here is put together when the test runs: what looks like one in a file is one to those who scan it.

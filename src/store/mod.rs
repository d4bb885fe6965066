//! Rows, migrations, and one commit function for every decision.

//! Facts with audiences, viewers, briefs and their rendering; the only user of the template engine.

-- Instances by state, as the metrics count them.
create index instances_run_state on instances (run_state);

-- Instances that have a machine and no saga, which the reconciliation reads by state.
create index instances_with_machine on instances (run_state) where sled_id is not null and saga_id is null;

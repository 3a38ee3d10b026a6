-- Why the machine of an instance executes nothing; null while it does. docs/adr/0060-room-for-everybody.md
alter table instances
  add column condition text,
  add column condition_detail text,
  add column time_condition timestamptz,
  add check (num_nonnulls(condition, condition_detail, time_condition) in (0, 3));
create index instances_condition on instances (project_id, time_condition, id) where condition is not null;

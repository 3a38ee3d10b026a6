-- What the platform does by itself, written down before it is applied, so that nothing of it is lost to a failure or a
-- restart. Events of one subject are applied in the order of their sequence, each once.
create table platform_events (
  sequence bigint generated always as identity primary key,
  id uuid not null unique,
  -- id of the instance, volume, sled or physical disk that it is about
  subject text not null,
  event jsonb not null,
  attempts integer not null default 0,
  error text,
  due timestamptz not null,
  time_recorded timestamptz not null,
  -- applied ones are kept for a day, so that one that is heard twice is known
  time_applied timestamptz
);
create index platform_events_waiting on platform_events (sequence) where time_applied is null;
create index platform_events_waiting_subject on platform_events (subject, sequence) where time_applied is null;
create index platform_events_applied on platform_events (time_applied) where time_applied is not null;

-- Where a machine is being moved to: until it is there it counts on both sleds.
alter table instances add column migration_sled_id uuid;
-- Those that were moving when this server's predecessor ended are where their row says.
update instances set run_state = 'running' where run_state = 'migrating';

-- When a failed instance may be restarted next without being asked: after the rest that follows an automatic restart,
-- and later each time that there is no room for it. Null unless it is failed.
alter table instances add column auto_restart_due timestamptz;
update instances
  set auto_restart_due = greatest(time_run_state_updated, time_last_auto_restarted + interval '1 hour')
  where run_state = 'failed';
drop index instances_failed;
create index instances_auto_restart on instances (auto_restart_due, id)
  where run_state = 'failed' and intent = 'running' and auto_restart_policy is distinct from 'never';

-- A run of a machine is known by an id that the platform chose; the time of its boot is for display.
alter table instances add column run_id text;
update instances set run_id = gen_random_uuid()::text where time_booted is not null;
alter table instances add check ((run_id is null) = (time_booted is null));

-- Events that were written down before and are not applied yet. One about an earlier run applies to none.
update platform_events
  set event = event - 'bootedAt' || jsonb_build_object('runId', coalesce(
    (select run_id from instances
      where id::text = subject and time_booted = (event ->> 'bootedAt')::timestamptz), ''))
  where event ? 'bootedAt';

-- Machines that the platform did not list the last time it was asked, though their sleds answered.
create table machine_absences (
  instance_id uuid primary key,
  run_id text not null,
  time_first timestamptz not null,
  -- an operator has confirmed that it is gone, however many are
  confirmed boolean not null default false
);

-- Machines that the platform listed the last time it was asked, and that no instance has.
create table unknown_machines (
  -- as the platform says it: it may be no id of ours
  instance_id text primary key,
  sled_id text not null,
  time_first timestamptz not null
);

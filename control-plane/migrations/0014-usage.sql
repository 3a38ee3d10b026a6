-- What each project uses of its silo's quota at this moment: changed with the quota, under its row.
create table project_usage (
  project_id uuid primary key references projects on delete cascade,
  cpus bigint not null,
  memory bigint not null,
  storage bigint not null
);

-- What a project, a silo or the fleet (the nil UUID) used from a time on, until its next row.
create table usage_points (
  collection_id uuid not null,
  time timestamptz not null,
  sequence bigint generated always as identity,
  cpus bigint not null,
  memory bigint not null,
  storage bigint not null,
  primary key (collection_id, time, sequence)
);
create index usage_points_time on usage_points (time);

insert into project_usage
  select p.id, running.cpus, running.memory, stored.storage
  from projects p
  cross join lateral (
    select coalesce(sum(ncpus), 0) as cpus, coalesce(sum(memory), 0) as memory from instances
    where project_id = p.id
      and run_state in ('starting', 'running', 'stopping', 'rebooting', 'migrating', 'repairing')) running
  cross join lateral (
    select coalesce(sum(size), 0) as storage from (
      select size from disks where project_id = p.id union all
      select size from snapshots where project_id = p.id) things) stored;

insert into usage_points (collection_id, time, cpus, memory, storage)
  select project_id, now(), cpus, memory, storage from project_usage
  union all
  select silo_id, now(), cpus_provisioned, memory_provisioned, storage_provisioned from quotas
  union all
  select '00000000-0000-0000-0000-000000000000', now(), sum(cpus_provisioned), sum(memory_provisioned),
    sum(storage_provisioned)
  from quotas having count(*) > 0;

-- What the system tells of itself, in a file that the data folder holds. There is room for one on each U.2 disk.
create table support_bundles (
  id uuid primary key,
  -- no reference, as with instances: disks are known once the platform has told of them
  physical_disk_id uuid not null unique,
  state text not null check (state in ('collecting', 'active', 'failed', 'destroying')),
  reason_for_creation text not null,
  reason_for_failure text check ((reason_for_failure is not null) = (state = 'failed') or state = 'destroying'),
  saga_id uuid,
  time_created timestamptz not null,
  time_modified timestamptz not null
);
create index support_bundles_time on support_bundles (time_created, id);

-- Which storage belongs to this database, and what disks, snapshots and images were before their content was missing.
-- docs/adr/0034-absence-is-no-proof.md

create table platform_storage (
  id uuid primary key default gen_random_uuid(),
  used boolean not null default false
);
insert into platform_storage default values;

create table storage_losses (
  id uuid primary key,
  instance_id uuid,
  run_id text,
  boot boolean not null default false
);

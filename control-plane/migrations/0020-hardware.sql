-- Hardware as the platform tells of it; times are those at which it was first seen.

create table racks (
  id uuid primary key,
  time_created timestamptz not null,
  time_modified timestamptz not null
);

create table switches (
  id uuid primary key,
  rack_id uuid not null references racks,
  location text not null check (location in ('switch0', 'switch1')),
  part text not null,
  serial text not null,
  revision integer not null,
  time_created timestamptz not null,
  time_modified timestamptz not null
);
create index switches_rack on switches (rack_id, location);

create table physical_disks (
  id uuid primary key,
  sled_id uuid not null references sleds,
  vendor text not null,
  model text not null,
  serial text not null,
  form_factor text not null check (form_factor in ('m2', 'u2')),
  size bigint not null,
  policy text not null check (policy in ('in_service', 'expunged')),
  state text not null check (state in ('active', 'decommissioned')),
  time_created timestamptz not null,
  time_modified timestamptz not null
);
create index physical_disks_sled on physical_disks (sled_id, id);

-- Sleds that were asked for and are not in service yet, under the ids that they will have.
create table sled_additions (
  id uuid primary key,
  part text not null,
  serial text not null,
  time_created timestamptz not null,
  unique (part, serial)
);

-- What runs on a sled is listed by id.
drop index instances_sled;
create index instances_sled on instances (sled_id, id) where sled_id is not null;

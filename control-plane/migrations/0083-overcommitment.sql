-- docs/adr/0060-room-for-everybody.md
create table overcommitment (
  only_one boolean primary key default true check (only_one),
  cpu double precision not null default 4,
  storage double precision not null default 1,
  time_modified timestamptz not null default now()
);
insert into overcommitment default values;
create trigger note_change after insert or update or delete on overcommitment
  for each row execute function note_change('sleds', 'fleet');

-- storage is null where the platform reports none. Provisionable is what instances and disks may be promised.
alter table sleds
  add column storage int8,
  add column provisionable_vcpus integer,
  add column provisionable_storage int8;
update sleds set provisionable_vcpus = threads * 4;
alter table sleds alter column provisionable_vcpus set not null;
drop index sleds_free;
create index sleds_storage on sleds (id) include (provisionable_storage)
  where provisionable_storage is not null and state = 'active' and policy = 'in_service';
create index sleds_free on sleds ((provisionable_vcpus - threads_provisioned) desc, id);

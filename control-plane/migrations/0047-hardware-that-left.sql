-- Hardware that the platform's inventory does not list any more: since when, and whether a second look found the same.
alter table racks add column time_unlisted timestamptz, add column missing boolean not null default false;
alter table sleds add column time_unlisted timestamptz, add column missing boolean not null default false;
alter table switches add column time_unlisted timestamptz, add column missing boolean not null default false;
alter table physical_disks add column time_unlisted timestamptz, add column missing boolean not null default false;
create index racks_missing on racks (id) where missing;
create index sleds_missing on sleds (id) where missing;
create index switches_missing on switches (id) where missing;
create index physical_disks_missing on physical_disks (id) where missing;
-- A missing sled is an issue of its own.
drop index sleds_out_of_reach;
create index sleds_out_of_reach on sleds (id)
  where state = 'active' and policy = 'in_service' and not reachable and not missing;

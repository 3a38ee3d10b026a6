-- On a host without U.2 disks in service, bundles are on none.
alter table support_bundles alter column physical_disk_id drop not null;

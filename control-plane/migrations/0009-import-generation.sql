-- Counts how often the import of a disk was stopped: what was sent before a stop bears an older number.
alter table disks add column import_generation integer not null default 0;

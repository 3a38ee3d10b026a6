-- The digest of the file that was uploaded into the disk, where the snapshot was taken at the end of its import. Images
-- from the snapshot have it too.
alter table snapshots add column digest jsonb;

-- An import is looked at in a step of its own, the first, before it is finalized.
update sagas set step = step + 1 where name = 'disk-finalize' and state = 'running';

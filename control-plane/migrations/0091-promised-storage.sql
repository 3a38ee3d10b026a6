-- docs/adr/0060-room-for-everybody.md
-- The sum of all sizes is read while a lock of all silos is held: from an index alone.
create index images_size on images (size);

-- Only what is kept for the system is left of its storage: it starts no instances.
alter table sleds add column storage_full boolean not null default false;

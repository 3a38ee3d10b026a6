-- docs/adr/0060-room-for-everybody.md
-- The sum of all sizes is read while a lock of all silos is held: from an index alone.
create index images_size on images (size);

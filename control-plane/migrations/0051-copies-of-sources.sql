-- Disks and images that are being copied from a snapshot or image, by their source. Its bytes are kept until all are
-- complete; its row may be gone, so neither references it.
drop index disks_without_volume;
create index disks_being_copied on disks (coalesce(snapshot_id, image_id)) where not has_volume and saga_id is not null;
create index images_being_copied on images ((source ->> 'id')) where state = 'creating';

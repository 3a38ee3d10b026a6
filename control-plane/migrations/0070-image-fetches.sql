-- Images that this server fetches. A row lives until the image is complete, or until its failure is dismissed.
create table image_fetches (
  -- of the image too
  id uuid primary key,
  silo_id uuid not null references silos on delete cascade,
  -- null for images of the silo
  project_id uuid references projects on delete cascade,
  name text collate "C" not null,
  description text not null,
  os text not null,
  version text not null,
  url text not null,
  -- of the checksum file; null where the checksum was given
  checksum_url text,
  checksum jsonb,
  -- of the image; null for the size of the disk in it
  size bigint,
  state text not null check (state in ('downloading', 'verifying', 'storing', 'failed')),
  bytes_received bigint not null default 0,
  bytes_total bigint,
  -- of what has been received, to continue after a break
  etag text,
  reason_for_failure text check ((reason_for_failure is not null) = (state = 'failed')),
  saga_id uuid,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  check ((checksum is null) <> (checksum_url is null))
);
create index image_fetches_silo on image_fetches (silo_id, project_id, time_created, id);
create index image_fetches_project on image_fetches (project_id);
create unique index image_fetches_silo_name on image_fetches (silo_id, name)
  where project_id is null and state <> 'failed';
create unique index image_fetches_project_name on image_fetches (project_id, name) where state <> 'failed';
create index image_fetches_failed on image_fetches (time_modified) where state = 'failed';

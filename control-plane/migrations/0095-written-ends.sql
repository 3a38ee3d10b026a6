-- Up to where blocks of an import were written, in bytes. Not in `disks`: each change of that is an event.
create table disk_imports (
  disk_id uuid primary key references disks on delete cascade,
  written_end bigint
);

-- Null where it is not known: of imports to which something was written before it was recorded.
insert into disk_imports (disk_id, written_end) select id, null from disks
where not finalized and (state <> 'import_ready' or import_generation > 0) and state <> 'creating';

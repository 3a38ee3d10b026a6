-- Up to where blocks of an import were written, in bytes. Not in `disks`: nobody is told of each block.
create table disk_imports (
  disk_id uuid primary key references disks on delete cascade,
  written_end bigint not null
);

-- Of imports to which something may have been written nothing more is known.
insert into disk_imports (disk_id, written_end) select id, size from disks
where not finalized and (state <> 'import_ready' or import_generation > 0) and state <> 'creating';

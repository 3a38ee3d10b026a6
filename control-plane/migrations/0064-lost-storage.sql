-- an image whose content the platform has lost
alter table images drop constraint images_state_check;
alter table images add constraint images_state_check check (state in ('creating', 'ready', 'faulted'));

-- disks, snapshots and images that the platform did not list at the last check, and since when
create table storage_absences (
  id uuid primary key,
  time_first timestamptz not null,
  -- an operator has confirmed that it is lost, however many are missing
  confirmed boolean not null default false
);

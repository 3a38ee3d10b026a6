-- docs/adr/0049-deletion-locks.md
alter table projects add column deletion_locked boolean not null default false;
alter table instances add column deletion_locked boolean not null default false;
alter table disks add column deletion_locked boolean not null default false;
alter table images add column deletion_locked boolean not null default false;
alter table vpcs add column deletion_locked boolean not null default false;

-- The firmware of the machine, and why the latest start of the instance was refused. docs/adr/0053-what-a-machine-boots-from.md
alter table instances
  add column firmware text not null default 'auto' check (firmware in ('auto', 'bios', 'efi')),
  add column start_refusal text;

-- Work of several steps that must come to an end whatever happens to the process that does it.
-- A saga is claimed by writing a lease_id and moving `due` past the lease's end: only who holds the lease_id may
-- write its progress. `step` is the next step to do, or to undo while `undoing`.
create table sagas (
  id uuid primary key,
  name text collate "C" not null,
  state text not null check (state in ('running', 'stuck', 'done', 'undone')),
  undoing boolean not null,
  step integer not null,
  data jsonb not null,
  attempts integer not null,
  error text,
  due timestamptz not null,
  lease_id uuid,
  time_created timestamptz not null,
  time_modified timestamptz not null
);
create index sagas_due on sagas (due) where state = 'running';
create index sagas_finished on sagas (time_modified) where state in ('done', 'undone');

-- Whose work a saga is: sagas are claimed by turns of silos, and within a silo of projects. What belongs to neither has
-- the fleet's id, so that rows compare. `slow` tells whether the step at hand may take minutes: those have slots of
-- their own.
alter table sagas
  add column silo_id uuid not null default '00000000-0000-0000-0000-000000000000',
  add column project_id uuid not null default '00000000-0000-0000-0000-000000000000',
  add column slow boolean not null default false;
drop index sagas_due;
drop index sagas_stuck;
create index sagas_turns on sagas (slow, silo_id, project_id, due) where state = 'running';
drop index sagas_unfinished;
create index sagas_unfinished on sagas (time_created, id) where state = 'running';

-- Undo, and steps that have none, are retried for as long as it takes.
update sagas set state = 'running', attempts = 0, due = time_modified, lease_id = null where state = 'stuck';
alter table sagas drop constraint sagas_state_check;
alter table sagas add constraint sagas_state_check check (state in ('running', 'done', 'undone'));

-- The user whose request started the saga; sagas that it starts have the same. Null where no user did.
alter table sagas add column actor_id uuid;

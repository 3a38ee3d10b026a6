-- The sessions of a user in the order in which they are listed.
create index sessions_user_id on sessions (user_id, id);
drop index sessions_user;

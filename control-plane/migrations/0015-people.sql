-- Users and groups in the order in which a silo lists them.
create index users_id on users (silo_id, id);
create index groups_id on groups (silo_id, id);

-- Our own actors: what Skerry does without anybody's asking, it does as one of these.
create table builtin_users (
  id uuid primary key,
  name text collate "C" not null unique,
  description text not null,
  time_created timestamptz not null,
  time_modified timestamptz not null
);
insert into builtin_users
select id::uuid, name, description, now(), now()
from (values
  ('00000000-0000-4000-8000-000000000001', 'sign-in', 'Answers who has not signed in yet: sign-in and device login'),
  ('00000000-0000-4000-8000-000000000002', 'saga-worker', 'Carries on work of several steps that somebody began'),
  ('00000000-0000-4000-8000-000000000003', 'task-runner', 'Does what recurs: restarts, checks and pruning'),
  ('00000000-0000-4000-8000-000000000004', 'platform-watcher', 'Writes down what the platform reports')
) as own (id, name, description);

-- Requests of RFC 8628. A user code is used up by its confirmation, and a request goes with its user or its token.
create table device_requests (
  id uuid primary key,
  device_code_hash bytea not null unique,
  user_code text unique,
  client_id uuid not null,
  ttl_seconds bigint,
  user_id uuid references users on delete cascade,
  token_id uuid references access_tokens on delete cascade,
  time_last_polled timestamptz,
  time_created timestamptz not null,
  time_expires timestamptz not null
);
create index device_requests_user on device_requests (user_id) where user_id is not null;
create index device_requests_token on device_requests (token_id) where token_id is not null;
create index device_requests_expires on device_requests (time_expires);

-- Sign-in attempts, counted before the password is looked at. key is a hash of whom or what it counts: an address,
-- an account from one address, or an account from everywhere.
drop table sign_in_failures;
create table sign_in_attempts (
  key bytea primary key,
  attempts integer not null,
  window_start timestamptz not null,
  strikes integer not null default 0,
  blocked_until timestamptz
);
create index sign_in_attempts_window on sign_in_attempts (window_start);

-- From where a user signed in: there it still may try while others guess at its password.
create table sign_in_addresses (
  user_id uuid not null references users on delete cascade,
  address text not null,
  time_last_success timestamptz not null,
  primary key (user_id, address)
);
create index sign_in_addresses_time on sign_in_addresses (time_last_success);

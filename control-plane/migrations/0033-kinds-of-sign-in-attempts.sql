-- What a count is about, so that a flood of one kind does not push out counts of another. Counts from before are at
-- most two hours old and go with the addresses.
alter table sign_in_attempts add kind text not null default 'address'
  check (kind in ('address', 'account', 'account_from_address', 'device', 'user_code'));
alter table sign_in_attempts alter kind drop default;
create index sign_in_attempts_kind on sign_in_attempts (kind, strikes, attempts, window_start);

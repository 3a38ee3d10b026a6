-- A receiver that cannot be reached is left alone for a while, with all that waits for it.
alter table alert_receivers
  add column failures integer not null default 0,
  add column paused_until timestamptz;
-- What waits for a receiver, the oldest first.
drop index alert_deliveries_waiting;
create index alert_deliveries_waiting on alert_deliveries (receiver_id, time_created, id) where state = 'pending';

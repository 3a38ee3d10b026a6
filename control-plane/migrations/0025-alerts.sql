-- What happened that somebody may want to hear of, written with the change itself.
create table alerts (
  id uuid primary key,
  class text collate "C" not null,
  data jsonb not null,
  time_created timestamptz not null,
  -- null until each receiver that is subscribed to its class has a delivery of it
  time_dispatched timestamptz
);
create index alerts_waiting on alerts (time_created, id) where time_dispatched is null;
create index alerts_time_created on alerts (time_created);

-- Conditions that held when they were last looked at: each raises its alert once, when it begins.
create table alert_conditions (
  class text collate "C" not null,
  subject text collate "C" not null,
  time_began timestamptz not null,
  primary key (class, subject)
);

create table alert_receivers (
  id uuid primary key,
  name text collate "C" not null,
  description text not null,
  endpoint text not null,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (name)
);

create table alert_subscriptions (
  receiver_id uuid not null references alert_receivers on delete cascade,
  pattern text collate "C" not null,
  primary key (receiver_id, pattern)
);
create index alert_subscriptions_pattern on alert_subscriptions (pattern, receiver_id);

-- Each signs what is sent to its receiver, so it is kept as it is.
create table webhook_secrets (
  id uuid primary key,
  receiver_id uuid not null references alert_receivers on delete cascade,
  secret text not null,
  time_created timestamptz not null
);
create index webhook_secrets_receiver on webhook_secrets (receiver_id, time_created, id);

create table alert_deliveries (
  id uuid primary key,
  alert_id uuid not null references alerts on delete cascade,
  receiver_id uuid not null references alert_receivers on delete cascade,
  trigger text not null check (trigger in ('alert', 'resend')),
  state text not null check (state in ('pending', 'delivered', 'failed')),
  -- of a pending one, when it is tried next; while it is tried, when another may take it over
  due timestamptz check ((due is null) = (state <> 'pending')),
  lease_id uuid,
  time_created timestamptz not null
);
create unique index alert_deliveries_first on alert_deliveries (alert_id, receiver_id) where trigger = 'alert';
create index alert_deliveries_alert on alert_deliveries (alert_id, receiver_id);
create index alert_deliveries_waiting on alert_deliveries (due, id) where state = 'pending';
create index alert_deliveries_receiver on alert_deliveries (receiver_id, time_created, id);
create index alert_deliveries_receiver_state on alert_deliveries (receiver_id, state, time_created, id);

create table webhook_attempts (
  delivery_id uuid not null references alert_deliveries on delete cascade,
  attempt integer not null,
  result text not null check (result in ('succeeded', 'failed_http_error', 'failed_unreachable', 'failed_timeout')),
  -- null where no answer came
  status integer,
  duration_ms integer,
  time_sent timestamptz not null,
  primary key (delivery_id, attempt),
  check ((status is null) = (duration_ms is null))
);

create index certificates_time_expires on certificates (time_expires);

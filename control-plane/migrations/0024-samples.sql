-- Samples that a platform reports: one row a series, that is a timeseries and a set of fields, and one a sample. Times
-- are milliseconds since 1970, since windows are worked out in whole numbers.
create table timeseries (
  id integer generated always as identity primary key,
  name text collate "C" not null,
  -- the fields in one order, so that a series is known again
  key text collate "C" not null,
  fields jsonb not null,
  -- the sample that came last: of a counter, what the next one's growth is measured from
  last_time bigint not null,
  last_start_time bigint,
  last_value jsonb,
  unique (name, key)
);
create index timeseries_fields on timeseries using gin (fields jsonb_path_ops);

-- A counter's sample is kept as what it grew by since the one before, or since its start.
create table samples (
  series_id integer not null references timeseries on delete cascade,
  time bigint not null,
  start_time bigint,
  -- one of the three, by the timeseries' type: integers, floating point, all else
  whole bigint,
  real double precision,
  other jsonb,
  primary key (series_id, time),
  check (start_time < time),
  check (num_nonnulls(whole, real, other) = 1)
);

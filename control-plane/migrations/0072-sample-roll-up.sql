-- How many samples were merged into one, so that means count each of them.
alter table samples add merged smallint not null default 1;

-- Up to when the samples of each resolution have been merged, in milliseconds since 1970.
create table sample_roll_ups (
  resolution_ms integer primary key,
  done_until bigint not null
);

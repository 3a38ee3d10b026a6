-- Things that an act made, attached, detached or took along with its target: their histories show it too.
create table audit_mentions (
  target uuid not null,
  time timestamptz not null,
  record_id uuid not null references audit_log on delete cascade,
  primary key (target, time, record_id)
);
create index audit_mentions_record on audit_mentions (record_id);

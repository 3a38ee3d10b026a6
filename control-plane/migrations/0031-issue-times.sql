-- Since when each issue is known of whose thing nothing else says it: a quota that is nearly used up, an expunged sled.
create table issue_times (
  kind text collate "C" not null,
  subject text collate "C" not null,
  time_began timestamptz not null,
  primary key (kind, subject)
);

-- Issues that an operator has seen. A row is deleted once its issue has ended.
create table issue_acknowledgements (
  kind text not null,
  subject text not null,
  severity text not null,
  note text not null,
  actor_id uuid not null,
  time_created timestamptz not null,
  primary key (kind, subject)
);

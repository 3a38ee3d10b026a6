-- The audit log is looked through newest first, by any of these; and work that is stuck is looked for.

alter table audit_log add column outcome text collate "C" generated always as (
  case when status < 400 then 'success' when status < 500 then 'refused' else 'failed' end) stored;

drop index audit_log_time;
create index audit_log_time on audit_log (time, id);
create index audit_log_actor on audit_log (actor_id, time, id);
create index audit_log_silo on audit_log (silo_id, time, id);
create index audit_log_operation on audit_log (operation, time, id);
create index audit_log_target on audit_log (target, time, id) where target is not null;
create index audit_log_outcome on audit_log (outcome, time, id);

create index sagas_stuck on sagas (time_created, id) where state = 'stuck';

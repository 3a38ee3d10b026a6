-- Probes are listed too, apart from the deliveries of alerts: they belong to no alert.
alter table alert_deliveries alter column alert_id drop not null;
alter table alert_deliveries drop constraint alert_deliveries_trigger_check;
alter table alert_deliveries add constraint alert_deliveries_trigger_check
  check (trigger in ('alert', 'resend', 'probe') and (alert_id is null) = (trigger = 'probe'));
create index alert_deliveries_probes on alert_deliveries (receiver_id, time_created, id) where alert_id is null;
create index alert_deliveries_probes_time on alert_deliveries (time_created) where alert_id is null;

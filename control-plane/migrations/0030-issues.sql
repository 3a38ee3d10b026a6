-- What needs an operator's attention, so that looking for it reads nothing else.
create index quotas_nearly_used on quotas (silo_id)
  where cpus_provisioned > cpus * 0.9 or memory_provisioned > memory * 0.9 or storage_provisioned > storage * 0.9;
create index sleds_out_of_reach on sleds (id) where state = 'active' and policy = 'in_service' and not reachable;
create index sleds_expunged on sleds (id) where state = 'active' and policy = 'expunged';
create index physical_disks_expunged on physical_disks (id) where state = 'active' and policy = 'expunged';
create index disks_faulted on disks (id) where state = 'faulted';
create index alert_deliveries_failed on alert_deliveries (time_created) where state = 'failed';
create index support_bundles_failed on support_bundles (time_created, id) where state = 'failed';

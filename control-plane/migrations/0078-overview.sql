-- What the overviews of a project and of the system read: counts by state, what needs attention, the latest changes.
-- docs/adr/0048-overviews-from-indexes.md

create index instances_state on instances (project_id, run_state, time_run_state_updated, id);
create index disks_state on disks (project_id, state, time_modified, id);
create index snapshots_not_ready on snapshots (project_id, state, time_created, id) where state in ('creating', 'faulted');
create index images_faulted on images (project_id, time_modified, id) where state = 'faulted';
create index external_ips_unattached on external_ips (project_id, time_modified, id)
  where kind = 'floating' and instance_id is null;
create index certificates_expiring on certificates (silo_id, time_expires, id);

create index instances_modified on instances (project_id, time_modified, id);
create index disks_modified on disks (project_id, time_modified, id);
create index snapshots_modified on snapshots (project_id, time_modified, id);
create index images_modified on images (project_id, time_modified, id) where project_id is not null;
create index vpcs_modified on vpcs (project_id, time_modified, id);
create index external_ips_modified on external_ips (project_id, time_modified, id) where kind = 'floating';

-- Also those of one project.
drop index disks_faulted;
create index disks_faulted on disks (project_id, time_modified, id) where state = 'faulted';

-- Also the oldest in each state.
drop index instances_run_state;
create index instances_run_state on instances (run_state, time_run_state_updated);

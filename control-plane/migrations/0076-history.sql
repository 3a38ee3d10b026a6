-- The history of each thing: where a request was permitted or refused, the sagas that it started, what happened to
-- things without a request, and the names of deleted ones. docs/adr/0047-a-history-of-each-thing.md

alter table audit_log
  add column project_id uuid,
  add column place_silo_id uuid,
  add column place_user_id uuid;
comment on column audit_log.silo_id is 'Of the user; place_silo_id is that of the thing.';

create index audit_log_project on audit_log (project_id, time, id) where project_id is not null;
create index audit_log_place_user on audit_log (place_user_id, time, id) where place_user_id is not null;
-- What was done to a silo and to its projects as a whole; what was done in a project is found by the project.
create index audit_log_place_silo on audit_log (place_silo_id, time, id)
  where place_silo_id is not null and (project_id is null or target = project_id::text);

alter table sagas add column request_id uuid;
create index sagas_request on sagas (request_id) where request_id is not null;

create table machine_events (
  id uuid primary key,
  time timestamptz not null,
  event text not null,
  subject_id uuid not null,
  -- Null for hardware.
  silo_id uuid,
  project_id uuid,
  reason text
);
create index machine_events_time on machine_events (time, id);
create index machine_events_subject on machine_events (subject_id, time, id);
create index machine_events_project on machine_events (project_id, time, id) where project_id is not null;

create table deleted_things (
  id uuid primary key,
  kind text collate "C" not null,
  name text not null,
  time_deleted timestamptz not null
);
create index deleted_things_time on deleted_things (time_deleted);

-- Arguments: the kind, and the column of the name.
create function keep_name() returns trigger language plpgsql as $$
begin
  insert into deleted_things (id, kind, name, time_deleted)
  select old.id, tg_argv[0], named.name, now() from (select to_jsonb(old) ->> tg_argv[1] as name) named
  where named.name is not null
  on conflict (id) do nothing;
  return null;
end $$;

do $$
declare
  named text[];
begin
  foreach named slice 1 in array array[
    ['silos', 'silo', 'name'],
    ['users', 'user', 'external_id'],
    ['groups', 'group', 'external_id'],
    ['certificates', 'certificate', 'name'],
    ['saml_identity_providers', 'identity_provider', 'name'],
    ['ssh_keys', 'ssh_key', 'name'],
    ['sleds', 'sled', 'serial'],
    ['physical_disks', 'physical_disk', 'serial'],
    ['switches', 'switch', 'serial'],
    ['switch_ports', 'switch_port', 'name'],
    ['switch_port_settings', 'switch_port_settings', 'name'],
    ['address_lots', 'address_lot', 'name'],
    ['bgp_announce_sets', 'bgp_announce_set', 'name'],
    ['bgp_configs', 'bgp_config', 'name'],
    ['alert_receivers', 'alert_receiver', 'name'],
    ['ip_pools', 'ip_pool', 'name'],
    ['projects', 'project', 'name'],
    ['images', 'image', 'name'],
    ['instances', 'instance', 'name'],
    ['disks', 'disk', 'name'],
    ['snapshots', 'snapshot', 'name'],
    ['affinity_groups', 'affinity_group', 'name'],
    ['probes', 'probe', 'name'],
    ['vpcs', 'vpc', 'name'],
    ['subnets', 'subnet', 'name'],
    ['routers', 'router', 'name'],
    ['router_routes', 'router_route', 'name'],
    ['internet_gateways', 'internet_gateway', 'name'],
    ['internet_gateway_ip_pools', 'internet_gateway_ip_pool', 'name'],
    ['internet_gateway_ip_addresses', 'internet_gateway_ip_address', 'name'],
    ['network_interfaces', 'network_interface', 'name'],
    ['external_ips', 'floating_ip', 'name']
  ] loop
    execute format(
      'create trigger keep_name after delete on %I for each row execute function keep_name(%L, %L)',
      named[1], named[2], named[3]
    );
  end loop;
end $$;

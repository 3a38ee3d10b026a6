-- Probes watch a project's network from a sled. Each has one interface, kept with it, and one ephemeral address.
create table probes (
  id uuid primary key,
  project_id uuid not null references projects,
  name text collate "C" not null,
  description text not null,
  -- no reference, as with instances: sleds are known once the platform has told of them
  sled_id uuid not null,
  interface_id uuid not null,
  vpc_id uuid not null references vpcs,
  subnet_id uuid not null references subnets,
  ip inet not null,
  mac text not null,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (project_id, name),
  unique (subnet_id, ip),
  unique (vpc_id, mac)
);
create index probes_project_id on probes (project_id, id);

alter table external_ips add column probe_id uuid references probes;
create unique index external_ips_probe on external_ips (probe_id) where probe_id is not null;
alter table external_ips
  drop constraint external_ips_check2,
  add constraint external_ips_holder
    check (kind = 'floating' and probe_id is null or kind <> 'floating' and num_nonnulls(instance_id, probe_id) = 1);

create or replace view computed_subnet_gaps as
select subnet.id as owner_id, '0.0.0.0'::inet + lower(gap) as first, '0.0.0.0'::inet + (upper(gap) - 1) as last
from subnets subnet cross join lateral unnest(
  int8multirange(int8range(
    host(subnet.ipv4_block)::inet - '0.0.0.0' + 5, host(broadcast(subnet.ipv4_block))::inet - '0.0.0.0', '[)'))
  - coalesce(
    (select range_agg(int8range(ip - '0.0.0.0', ip - '0.0.0.0', '[]'))
      from (
        select ip from network_interfaces where subnet_id = subnet.id
        union all select ip from probes where subnet_id = subnet.id) used),
    '{}')
) as gap;

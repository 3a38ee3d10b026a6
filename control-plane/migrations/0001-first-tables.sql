-- Names compare by bytes (collation C), so that keyset pages and uniqueness agree everywhere.
-- A deletion removes the row at once, so its name is free; a saga with the row's ids then removes it from the platform.

create table settings (
  key text primary key,
  value jsonb not null
);

-- identity ------------------------------------------------------------------------------------------------------

create table silos (
  id uuid primary key,
  name text collate "C" not null unique,
  description text not null,
  discoverable boolean not null,
  identity_mode text not null check (identity_mode in ('local_only', 'saml_jit')),
  mapped_fleet_roles jsonb not null default '{}',
  device_token_max_ttl_seconds bigint,
  time_created timestamptz not null,
  time_modified timestamptz not null
);

-- Limits of a silo, and what its instances, disks and snapshots take of them at this moment.
create table quotas (
  silo_id uuid primary key references silos on delete cascade,
  cpus bigint not null,
  memory bigint not null,
  storage bigint not null,
  cpus_provisioned bigint not null default 0 check (cpus_provisioned >= 0),
  memory_provisioned bigint not null default 0 check (memory_provisioned >= 0),
  storage_provisioned bigint not null default 0 check (storage_provisioned >= 0)
);

create table users (
  id uuid primary key,
  silo_id uuid not null references silos on delete cascade,
  external_id text collate "C" not null,
  password_hash text,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (silo_id, external_id)
);

create table groups (
  id uuid primary key,
  silo_id uuid not null references silos on delete cascade,
  external_id text collate "C" not null,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (silo_id, external_id)
);

create table group_members (
  group_id uuid not null references groups on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (group_id, user_id)
);
create index group_members_user on group_members (user_id);

-- resource_id is the silo's or project's id; the fleet has the nil UUID.
create table role_assignments (
  level text not null check (level in ('fleet', 'silo', 'project')),
  resource_id uuid not null,
  identity_type text not null check (identity_type in ('silo_user', 'silo_group')),
  identity_id uuid not null,
  role text not null check (role in ('admin', 'collaborator', 'viewer')),
  primary key (level, resource_id, identity_id, identity_type, role)
);
create index role_assignments_identity on role_assignments (identity_id);

create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references users on delete cascade,
  time_created timestamptz not null,
  time_last_used timestamptz not null
);
create index sessions_user on sessions (user_id);

create table access_tokens (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references users on delete cascade,
  client_id uuid not null,
  time_created timestamptz not null,
  time_expires timestamptz
);
create index access_tokens_user on access_tokens (user_id, id);

-- Failed sign-ins by silo and user name, and by address; blocked_until ends a throttle.
create table sign_in_failures (
  key text primary key,
  failures integer not null,
  window_start timestamptz not null,
  strikes integer not null default 0,
  blocked_until timestamptz
);

create table ssh_keys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text collate "C" not null,
  description text not null,
  public_key text not null,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (user_id, name)
);

create table audit_log (
  id uuid primary key,
  time timestamptz not null,
  request_id uuid not null,
  operation text not null,
  actor_id uuid,
  silo_id uuid,
  credential_id uuid,
  source_address text,
  target text,
  status integer not null,
  detail jsonb
);
create index audit_log_time on audit_log (time);

-- addresses -----------------------------------------------------------------------------------------------------

create table ip_pools (
  id uuid primary key,
  name text collate "C" not null unique,
  description text not null,
  is_service boolean not null default false,
  time_created timestamptz not null,
  time_modified timestamptz not null
);

create table ip_pool_ranges (
  id uuid primary key,
  ip_pool_id uuid not null references ip_pools,
  first inet not null,
  last inet not null,
  time_created timestamptz not null
);
create index ip_pool_ranges_pool on ip_pool_ranges (ip_pool_id, first);

create table ip_pool_silos (
  ip_pool_id uuid not null references ip_pools on delete cascade,
  silo_id uuid not null references silos on delete cascade,
  is_default boolean not null,
  primary key (ip_pool_id, silo_id)
);
create unique index ip_pool_silos_default on ip_pool_silos (silo_id) where is_default;

-- projects ------------------------------------------------------------------------------------------------------

create table projects (
  id uuid primary key,
  silo_id uuid not null references silos,
  name text collate "C" not null,
  description text not null,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (silo_id, name)
);
create index projects_silo_id on projects (silo_id, id);

-- network -------------------------------------------------------------------------------------------------------

create table vpcs (
  id uuid primary key,
  project_id uuid not null references projects,
  name text collate "C" not null,
  description text not null,
  dns_name text not null,
  ipv6_prefix cidr not null,
  vni integer not null unique,
  -- grows with every change of what the platform is told of it
  generation integer not null default 1,
  system_router_id uuid not null,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (project_id, name)
);

create table routers (
  id uuid primary key,
  vpc_id uuid not null references vpcs on delete cascade,
  name text collate "C" not null,
  description text not null,
  kind text not null check (kind in ('system', 'custom')),
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (vpc_id, name)
);

create table subnets (
  id uuid primary key,
  vpc_id uuid not null references vpcs,
  name text collate "C" not null,
  description text not null,
  ipv4_block cidr not null,
  ipv6_block cidr not null,
  custom_router_id uuid references routers on delete set null,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (vpc_id, name)
);

create table router_routes (
  id uuid primary key,
  router_id uuid not null references routers on delete cascade,
  name text collate "C" not null,
  description text not null,
  kind text not null check (kind in ('default', 'vpc_subnet', 'vpc_peering', 'custom')),
  destination jsonb not null,
  target jsonb not null,
  subnet_id uuid references subnets on delete cascade,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (router_id, name)
);

create table firewall_rules (
  id uuid primary key,
  vpc_id uuid not null references vpcs on delete cascade,
  name text collate "C" not null,
  description text not null,
  status text not null check (status in ('enabled', 'disabled')),
  direction text not null check (direction in ('inbound', 'outbound')),
  action text not null check (action in ('allow', 'deny')),
  priority integer not null,
  targets jsonb not null,
  filters jsonb not null,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (vpc_id, name)
);

create table internet_gateways (
  id uuid primary key,
  vpc_id uuid not null references vpcs on delete cascade,
  name text collate "C" not null,
  description text not null,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (vpc_id, name)
);

create table internet_gateway_ip_pools (
  id uuid primary key,
  internet_gateway_id uuid not null references internet_gateways on delete cascade,
  ip_pool_id uuid not null references ip_pools on delete cascade,
  name text collate "C" not null,
  description text not null,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (internet_gateway_id, name),
  unique (internet_gateway_id, ip_pool_id)
);

create table internet_gateway_ip_addresses (
  id uuid primary key,
  internet_gateway_id uuid not null references internet_gateways on delete cascade,
  address inet not null,
  name text collate "C" not null,
  description text not null,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (internet_gateway_id, name),
  unique (internet_gateway_id, address)
);

-- compute -------------------------------------------------------------------------------------------------------

create table instances (
  id uuid primary key,
  project_id uuid not null references projects,
  name text collate "C" not null,
  description text not null,
  hostname text not null,
  ncpus integer not null,
  memory bigint not null,
  run_state text not null,
  -- what should be: the state a restart or an automatic restart drives towards
  intent text not null check (intent in ('running', 'stopped')),
  boot_disk_id uuid,
  auto_restart_policy text check (auto_restart_policy in ('never', 'best_effort')),
  time_last_auto_restarted timestamptz,
  time_run_state_updated timestamptz not null,
  -- when its present run began; null while it does not run
  time_booted timestamptz,
  -- where its machine is, or is about to be; null while it has none
  sled_id uuid,
  -- the saga that drives it at this moment; one that finds another's id here has been superseded
  saga_id uuid,
  time_created timestamptz not null,
  time_modified timestamptz not null
);
create unique index instances_name on instances (project_id, name);
create index instances_id on instances (project_id, id);
create index instances_sled on instances (sled_id) where sled_id is not null;
create index instances_failed on instances (id) where run_state = 'failed';

-- Beside the instance, so that lists and views do not drag it along. Missing where it is empty.
create table instance_user_data (
  instance_id uuid primary key references instances on delete cascade,
  user_data bytea not null
);

create table instance_ssh_keys (
  instance_id uuid not null references instances on delete cascade,
  id uuid not null,
  name text collate "C" not null,
  description text not null,
  user_id uuid not null,
  public_key text not null,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  primary key (instance_id, id)
);

create table snapshots (
  id uuid primary key,
  project_id uuid not null references projects,
  disk_id uuid not null,
  name text collate "C" not null,
  description text not null,
  size bigint not null,
  block_size integer not null,
  state text not null,
  time_created timestamptz not null,
  time_modified timestamptz not null
);
create unique index snapshots_name on snapshots (project_id, name);
create index snapshots_id on snapshots (project_id, id);
create index snapshots_creating on snapshots (disk_id) where state = 'creating';

-- project_id is null for the images of the silo.
create table images (
  id uuid primary key,
  silo_id uuid not null references silos,
  project_id uuid references projects,
  name text collate "C" not null,
  description text not null,
  os text not null,
  version text not null,
  size bigint not null,
  block_size integer not null,
  digest jsonb,
  -- what the platform makes it from, and whether it has: until then disks that are made from it wait
  source jsonb not null,
  state text not null check (state in ('creating', 'ready')),
  time_created timestamptz not null,
  time_modified timestamptz not null
);
create unique index images_silo_name on images (silo_id, name) where project_id is null;
create unique index images_project_name on images (project_id, name);
create index images_creating on images (id) where state = 'creating';

create table disks (
  id uuid primary key,
  project_id uuid not null references projects,
  name text collate "C" not null,
  description text not null,
  size bigint not null,
  block_size integer not null,
  state text not null,
  -- no reference: a disk is still detaching from an instance that has been deleted
  instance_id uuid,
  -- image_id and snapshot_id outlive what they name
  source text not null check (source in ('blank', 'import', 'snapshot', 'image')),
  image_id uuid,
  snapshot_id uuid,
  -- whether the platform has made it: what it is copied from is kept until then
  has_volume boolean not null default false,
  -- false for an import that is not complete
  finalized boolean not null,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  check (instance_id is not null or state not in ('attaching', 'attached', 'detaching'))
);
create unique index disks_name on disks (project_id, name);
create index disks_id on disks (project_id, id);
create index disks_instance on disks (instance_id) where instance_id is not null;
create index disks_without_volume on disks (id) where not has_volume;

create table affinity_groups (
  id uuid primary key,
  project_id uuid not null references projects,
  kind text not null check (kind in ('affinity', 'anti_affinity')),
  name text collate "C" not null,
  description text not null,
  policy text not null check (policy in ('allow', 'fail')),
  failure_domain text not null check (failure_domain = 'sled'),
  time_created timestamptz not null,
  time_modified timestamptz not null
);
create unique index affinity_groups_name on affinity_groups (project_id, name) where kind = 'affinity';
create unique index anti_affinity_groups_name on affinity_groups (project_id, name) where kind = 'anti_affinity';
create index affinity_groups_id on affinity_groups (project_id, id);

create table affinity_group_members (
  group_id uuid not null references affinity_groups on delete cascade,
  instance_id uuid not null references instances on delete cascade,
  primary key (group_id, instance_id)
);
create index affinity_group_members_instance on affinity_group_members (instance_id);

create table network_interfaces (
  id uuid primary key,
  instance_id uuid not null references instances on delete cascade,
  vpc_id uuid not null references vpcs,
  subnet_id uuid not null references subnets,
  name text collate "C" not null,
  description text not null,
  ip inet not null,
  mac text not null,
  is_primary boolean not null,
  slot smallint not null,
  transit_ips jsonb not null default '[]',
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (instance_id, name),
  unique (instance_id, subnet_id),
  unique (subnet_id, ip),
  unique (vpc_id, mac)
);

-- first_port is null but for source NAT: there four instances share an address, a quarter of its ports each.
create table external_ips (
  id uuid primary key,
  ip_pool_id uuid not null references ip_pools,
  ip inet not null,
  kind text not null check (kind in ('snat', 'ephemeral', 'floating')),
  first_port integer,
  project_id uuid not null references projects,
  instance_id uuid references instances,
  name text collate "C",
  description text,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  check ((kind = 'floating') = (name is not null)),
  check ((kind = 'snat') = (first_port is not null)),
  check (kind = 'floating' or instance_id is not null)
);
create unique index external_ips_whole on external_ips (ip) where kind <> 'snat';
create unique index external_ips_block on external_ips (ip, first_port) where kind = 'snat';
create unique index external_ips_name on external_ips (project_id, name) where kind = 'floating';
create unique index external_ips_ephemeral on external_ips (instance_id) where kind = 'ephemeral';
create index external_ips_instance on external_ips (instance_id);
create index external_ips_pool on external_ips (ip_pool_id, ip);

-- fleet ---------------------------------------------------------------------------------------------------------

create table sleds (
  id uuid primary key,
  rack_id uuid not null,
  part text not null,
  serial text not null,
  revision integer not null,
  cubby integer not null,
  threads integer not null,
  memory bigint not null,
  policy text not null check (policy in ('in_service', 'expunged')),
  provisionable boolean not null,
  reachable boolean not null,
  state text not null check (state in ('active', 'decommissioned')),
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (part, serial)
);

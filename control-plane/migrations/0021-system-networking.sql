-- How the rack is reached from outside. All of it is changed under the one row of system_networking, whose generation
-- grows with every change that the platform is told of.
create table system_networking (
  only_one boolean primary key default true check (only_one),
  generation integer not null default 1,
  inbound_icmp boolean not null default true
);
insert into system_networking default values;

create table address_lots (
  id uuid primary key,
  name text collate "C" not null unique,
  description text not null,
  kind text not null check (kind in ('infra', 'pool')),
  time_created timestamptz not null,
  time_modified timestamptz not null
);

create type inet_range as range (subtype = inet);

create table address_lot_blocks (
  id uuid primary key,
  address_lot_id uuid not null references address_lots on delete cascade,
  first inet not null,
  last inet not null,
  check (first <= last and family(first) = family(last)),
  constraint address_lot_blocks_apart exclude using gist (inet_range(first, last, '[]') with &&)
);
create index address_lot_blocks_lot on address_lot_blocks (address_lot_id, id);

create table loopback_addresses (
  id uuid primary key,
  rack_id uuid not null references racks,
  switch_location text not null check (switch_location in ('switch0', 'switch1')),
  address inet not null,
  mask smallint not null,
  anycast boolean not null,
  address_lot_block_id uuid not null references address_lot_blocks,
  time_created timestamptz not null,
  unique (rack_id, switch_location, address)
);
create unique index loopback_addresses_own on loopback_addresses (address) where not anycast;
create index loopback_addresses_block on loopback_addresses (address_lot_block_id);

create table bgp_announce_sets (
  id uuid primary key,
  name text collate "C" not null unique,
  description text not null,
  time_created timestamptz not null,
  time_modified timestamptz not null
);

create table bgp_announcements (
  announce_set_id uuid not null references bgp_announce_sets on delete cascade,
  network cidr not null,
  address_lot_block_id uuid not null references address_lot_blocks,
  primary key (announce_set_id, network)
);
create index bgp_announcements_block on bgp_announcements (address_lot_block_id);

create table bgp_configs (
  id uuid primary key,
  name text collate "C" not null unique,
  description text not null,
  asn bigint not null unique,
  vrf text,
  announce_set_id uuid not null references bgp_announce_sets,
  time_created timestamptz not null,
  time_modified timestamptz not null
);
create index bgp_configs_announce_set on bgp_configs (announce_set_id);

create table bfd_sessions (
  id uuid primary key,
  switch_location text not null check (switch_location in ('switch0', 'switch1')),
  remote inet not null,
  local inet,
  mode text not null check (mode in ('single_hop', 'multi_hop')),
  detection_threshold smallint not null,
  required_rx numeric(20) not null,
  unique (switch_location, remote)
);

-- Links, interfaces and routes bear no references: they are kept as they are answered.
create table switch_port_settings (
  id uuid primary key,
  name text collate "C" not null unique,
  description text not null,
  geometry text not null check (geometry in ('qsfp28x1', 'qsfp28x2', 'sfp28x4')),
  links jsonb not null,
  interfaces jsonb not null,
  routes jsonb not null,
  time_created timestamptz not null,
  time_modified timestamptz not null
);

create table switch_port_addresses (
  port_settings_id uuid not null references switch_port_settings on delete cascade,
  position integer not null,
  link_name text not null,
  address inet not null unique,
  width smallint not null,
  vlan_id integer,
  address_lot_block_id uuid not null references address_lot_blocks,
  primary key (port_settings_id, position)
);
create index switch_port_addresses_block on switch_port_addresses (address_lot_block_id);

create table switch_port_peers (
  port_settings_id uuid not null references switch_port_settings on delete cascade,
  position integer not null,
  bgp_config_id uuid not null references bgp_configs,
  peer jsonb not null,
  primary key (port_settings_id, position)
);
create index switch_port_peers_config on switch_port_peers (bgp_config_id);

create table switch_ports (
  id uuid primary key,
  rack_id uuid not null references racks,
  switch_location text not null check (switch_location in ('switch0', 'switch1')),
  name text collate "C" not null,
  port_settings_id uuid references switch_port_settings,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (rack_id, switch_location, name)
);
create index switch_ports_settings on switch_ports (port_settings_id);

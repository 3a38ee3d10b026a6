-- What nothing uses, kept beside what is used, so that the next address, block or sled is found by an index however
-- full a pool, a subnet or the fleet is.

-- Addresses of a pool's ranges that nothing uses, as gaps between used ones. Whoever changes them holds the pool's row.
create table ip_pool_gaps (
  owner_id uuid not null references ip_pools on delete cascade,
  first inet not null,
  last inet not null,
  primary key (owner_id, first),
  check (first <= last)
);
create unique index ip_pool_gaps_last on ip_pool_gaps (owner_id, last);

-- The same of a subnet's IPv4 block, without its reserved addresses. Whoever changes them holds the VPC's row.
create table subnet_gaps (
  owner_id uuid not null references subnets on delete cascade,
  first inet not null,
  last inet not null,
  primary key (owner_id, first),
  check (first <= last)
);
create unique index subnet_gaps_last on subnet_gaps (owner_id, last);

-- Blocks of ports that are free on addresses used for source NAT. An address whose blocks are all free is not here
-- but in a gap of its pool.
create table free_snat_blocks (
  ip_pool_id uuid not null references ip_pools on delete cascade,
  ip inet not null,
  first_port integer not null,
  primary key (ip_pool_id, ip, first_port)
);

-- What the three tables have to hold, computed from what is used: to fill them, and to check them.
create view computed_ip_pool_gaps as
select pool.id as owner_id, '0.0.0.0'::inet + lower(gap) as first, '0.0.0.0'::inet + (upper(gap) - 1) as last
from ip_pools pool cross join lateral unnest(
  (select range_agg(int8range(first - '0.0.0.0', last - '0.0.0.0', '[]')) from ip_pool_ranges where ip_pool_id = pool.id)
  - coalesce(
    (select range_agg(int8range(ip - '0.0.0.0', ip - '0.0.0.0', '[]')) from external_ips where ip_pool_id = pool.id),
    '{}')
) as gap;

create view computed_subnet_gaps as
select subnet.id as owner_id, '0.0.0.0'::inet + lower(gap) as first, '0.0.0.0'::inet + (upper(gap) - 1) as last
from subnets subnet cross join lateral unnest(
  int8multirange(int8range(
    host(subnet.ipv4_block)::inet - '0.0.0.0' + 5, host(broadcast(subnet.ipv4_block))::inet - '0.0.0.0', '[)'))
  - coalesce(
    (select range_agg(int8range(ip - '0.0.0.0', ip - '0.0.0.0', '[]'))
      from network_interfaces where subnet_id = subnet.id),
    '{}')
) as gap;

create view computed_free_snat_blocks as
select shared.ip_pool_id, shared.ip, blocks.first_port
from (select distinct ip_pool_id, ip from external_ips where kind = 'snat') shared
  cross join generate_series(0, 49152, 16384) as blocks (first_port)
where not exists (
  select 1 from external_ips used
  where used.ip = shared.ip and used.first_port = blocks.first_port and used.kind = 'snat');

insert into ip_pool_gaps select * from computed_ip_pool_gaps;
insert into subnet_gaps select * from computed_subnet_gaps;
insert into free_snat_blocks select * from computed_free_snat_blocks;

-- What the instances that are on a sled, or about to be, take of it.
alter table sleds
  add column threads_provisioned integer not null default 0 check (threads_provisioned >= 0),
  add column memory_provisioned bigint not null default 0 check (memory_provisioned >= 0);
update sleds set threads_provisioned = used.threads, memory_provisioned = used.memory
from (select sled_id, sum(ncpus) as threads, sum(memory) as memory from instances group by sled_id) used
where used.sled_id = sleds.id;
create index sleds_free on sleds ((threads - threads_provisioned) desc, id)
  where policy = 'in_service' and state = 'active' and provisionable and reachable;

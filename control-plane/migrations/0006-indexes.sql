-- An index for every reference, or else deleting what it points to reads the whole table; and one for every order in
-- which rows are listed. A list by name has its unique index already.

create index ssh_keys_id on ssh_keys (user_id, id);
create index instance_ssh_keys_name on instance_ssh_keys (instance_id, name);

create unique index ip_pools_service on ip_pools (is_service) where is_service;
create index ip_pool_silos_silo on ip_pool_silos (silo_id, ip_pool_id);
create index internet_gateway_ip_pools_pool on internet_gateway_ip_pools (ip_pool_id);

create index vpcs_id on vpcs (project_id, id);
create index routers_id on routers (vpc_id, id);
create index subnets_id on subnets (vpc_id, id);
create index subnets_custom_router on subnets (custom_router_id) where custom_router_id is not null;
create index router_routes_id on router_routes (router_id, id);
create index router_routes_subnet on router_routes (subnet_id) where subnet_id is not null;
create index internet_gateways_id on internet_gateways (vpc_id, id);
create index internet_gateway_ip_pools_id on internet_gateway_ip_pools (internet_gateway_id, id);
create index internet_gateway_ip_addresses_id on internet_gateway_ip_addresses (internet_gateway_id, id);

create index network_interfaces_id on network_interfaces (instance_id, id);
-- Names repeat in a subnet, so the id is part of the order.
create index network_interfaces_subnet_name on network_interfaces (subnet_id, name, id);
create index network_interfaces_subnet_id on network_interfaces (subnet_id, id);

create index external_ips_project on external_ips (project_id);
create index external_ips_floating on external_ips (project_id, id) where kind = 'floating';

create index images_id on images (silo_id, project_id, id);

drop index affinity_groups_id;
create index affinity_groups_id on affinity_groups (project_id, kind, id);

-- Failed instances that should run, in the order in which they are restarted.
drop index instances_failed;
create index instances_failed on instances (time_run_state_updated, id) where run_state = 'failed' and intent = 'running';

-- What has ended, for the tasks that delete it.
create index sessions_created on sessions (time_created);
create index sessions_last_used on sessions (time_last_used);
create index access_tokens_expires on access_tokens (time_expires) where time_expires is not null;

create index sagas_unfinished on sagas (time_created, id) where state in ('running', 'stuck');

-- The few silos whose roles count in the fleet.
create index silos_mapped on silos (id) where mapped_fleet_roles <> '{}';

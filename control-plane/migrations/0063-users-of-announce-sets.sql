-- The list of announce sets names the first configurations of each.
drop index bgp_configs_announce_set;
create index bgp_configs_announce_set on bgp_configs (announce_set_id, name);

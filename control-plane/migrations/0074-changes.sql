-- Reports committed changes to every server on this database: the kind of thing and where it is, never what it is.
-- docs/adr/0044-a-stream-of-changes.md

-- Where a row belongs: `fleet`, `silo <id>`, `user <id>` or `project <silo> <id>`; null if its parent is deleted too.
-- `args` are those of the trigger: kind, scope, a column, and then pairs of a table and the column that leads on.
create function change_scope(changed jsonb, args text[]) returns text language plpgsql as $$
declare
  scope text := args[1];
  found_id text;
  found_silo text;
begin
  if changed is null or scope = 'fleet' then
    return case when changed is not null then scope end;
  end if;
  if scope = 'policy' then
    scope := changed ->> 'level';
    found_id := changed ->> 'resource_id';
    if scope = 'fleet' then
      return scope;
    end if;
  else
    found_id := changed ->> args[2];
    for i in 3 .. array_upper(args, 1) by 2 loop
      execute format('select %I::text from %I where id = $1', args[i + 1], args[i]) into found_id using found_id::uuid;
    end loop;
  end if;
  if scope = 'project' then
    found_silo := changed ->> 'silo_id';
    -- Images and their fetches may belong to the silo alone.
    if found_id is null then
      return 'silo ' || found_silo;
    end if;
    if found_silo is null then
      select p.silo_id::text into found_silo from projects p where p.id = found_id::uuid;
    end if;
    return 'project ' || found_silo || ' ' || found_id;
  end if;
  return scope || ' ' || found_id;
end $$;

create function note_change() returns trigger language plpgsql as $$
declare
  -- Columns that no answer shows.
  hidden constant text[] := '{saga_id,time_last_used}';
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  scope_before text;
  scope_after text;
begin
  if before - hidden = after - hidden then
    return null;
  end if;
  scope_before := change_scope(before, tg_argv);
  scope_after := change_scope(after, tg_argv);
  -- PostgreSQL sends equal notifications of a transaction once.
  if scope_before is not null then
    perform pg_notify('skerry_changes', tg_argv[0] || ' ' || scope_before);
  end if;
  if scope_after is distinct from scope_before and scope_after is not null then
    perform pg_notify('skerry_changes', tg_argv[0] || ' ' || scope_after);
  end if;
  return null;
end $$;

do $$
declare
  watched text[];
begin
  foreach watched slice 1 in array array[
    ['projects', 'projects, project, id'],
    ['instances', 'instances, project, project_id'],
    ['disks', 'disks, project, project_id'],
    ['images', 'images, project, project_id'],
    ['image_fetches', 'image-fetches, project, project_id'],
    ['snapshots', 'snapshots, project, project_id'],
    ['affinity_groups', 'affinity, project, project_id'],
    ['affinity_group_members', 'affinity, project, group_id, affinity_groups, project_id'],
    ['probes', 'probes, project, project_id'],
    ['vpcs', 'vpcs, project, project_id'],
    ['subnets', 'subnets, project, vpc_id, vpcs, project_id'],
    ['routers', 'routers, project, vpc_id, vpcs, project_id'],
    ['router_routes', 'routers, project, router_id, routers, vpc_id, vpcs, project_id'],
    ['firewall_rules', 'firewall-rules, project, vpc_id, vpcs, project_id'],
    ['internet_gateways', 'internet-gateways, project, vpc_id, vpcs, project_id'],
    ['internet_gateway_ip_pools',
      'internet-gateways, project, internet_gateway_id, internet_gateways, vpc_id, vpcs, project_id'],
    ['internet_gateway_ip_addresses',
      'internet-gateways, project, internet_gateway_id, internet_gateways, vpc_id, vpcs, project_id'],
    ['network_interfaces', 'network-interfaces, project, vpc_id, vpcs, project_id'],
    ['external_ips', 'external-ips, project, project_id'],
    ['project_usage', 'utilization, project, project_id'],
    ['silos', 'silos, silo, id'],
    ['users', 'users, silo, silo_id'],
    ['groups', 'groups, silo, silo_id'],
    ['group_members', 'groups, silo, group_id, groups, silo_id'],
    ['quotas', 'quotas, silo, silo_id'],
    ['certificates', 'certificates, silo, silo_id'],
    ['saml_identity_providers', 'identity-providers, silo, silo_id'],
    ['role_assignments', 'policies, policy'],
    ['sessions', 'sessions, user, user_id'],
    ['access_tokens', 'access-tokens, user, user_id'],
    ['ssh_keys', 'ssh-keys, user, user_id'],
    ['ip_pools', 'ip-pools, fleet'],
    ['ip_pool_ranges', 'ip-pools, fleet'],
    ['ip_pool_silos', 'ip-pools, fleet'],
    ['racks', 'racks, fleet'],
    ['sleds', 'sleds, fleet'],
    ['sled_additions', 'sleds, fleet'],
    ['physical_disks', 'physical-disks, fleet'],
    ['switches', 'switches, fleet'],
    ['switch_ports', 'switch-ports, fleet'],
    ['switch_port_settings', 'switch-ports, fleet'],
    ['switch_port_addresses', 'switch-ports, fleet'],
    ['switch_port_peers', 'switch-ports, fleet'],
    ['system_networking', 'system-networking, fleet'],
    ['address_lots', 'system-networking, fleet'],
    ['address_lot_blocks', 'system-networking, fleet'],
    ['loopback_addresses', 'system-networking, fleet'],
    ['bgp_announce_sets', 'system-networking, fleet'],
    ['bgp_announcements', 'system-networking, fleet'],
    ['bgp_configs', 'system-networking, fleet'],
    ['bfd_sessions', 'system-networking, fleet'],
    ['allow_list', 'allow-list, fleet'],
    ['alerts', 'alerts, fleet'],
    ['alert_receivers', 'alerts, fleet'],
    ['alert_subscriptions', 'alerts, fleet'],
    ['webhook_secrets', 'alerts, fleet'],
    ['alert_deliveries', 'alerts, fleet'],
    ['webhook_attempts', 'alerts, fleet'],
    ['support_bundles', 'support-bundles, fleet'],
    ['update_trust_roots', 'updates, fleet'],
    ['update_repositories', 'updates, fleet'],
    ['target_release', 'updates, fleet'],
    ['release_components', 'updates, fleet'],
    ['issue_times', 'issues, fleet'],
    ['issue_acknowledgements', 'issues, fleet'],
    ['machine_absences', 'issues, fleet'],
    ['unknown_machines', 'issues, fleet'],
    ['storage_absences', 'issues, fleet']
  ] loop
    execute format(
      'create trigger note_change after insert or update or delete on %I for each row execute function note_change(%s)',
      watched[1],
      (select string_agg(quote_literal(arg), ', ') from unnest(string_to_array(watched[2], ', ')) arg)
    );
  end loop;
end $$;

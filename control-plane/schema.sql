-- Made by tools/generate.mjs from control-plane/migrations. Do not edit.

create sequence saga_orders as bigint start 2 increment 2 owned by sagas.order_no;

create type inet_range as range (subtype = inet);

-- Scope of a row: `fleet`, `silo <id>`, `user <id>` or `project <silo> <id>`; null if its parent is deleted too.
-- Arguments are those of the trigger: kind, scope, a column, then pairs of a table and the column that leads on.
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

-- Arguments: the kind, and the column with the name. docs/adr/0047-a-history-of-each-thing.md
create function keep_name() returns trigger language plpgsql as $$
begin
  insert into deleted_things (id, kind, name, time_deleted)
  select old.id, tg_argv[0], named.name, now() from (select to_jsonb(old) ->> tg_argv[1] as name) named
  where named.name is not null
  on conflict (id) do nothing;
  return null;
end $$;

create function note_attachment_time() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.time_attachment_updated := coalesce(new.time_attachment_updated, new.time_modified);
  elsif new.instance_id is distinct from old.instance_id then
    new.time_attachment_updated := new.time_modified;
  end if;
  return new;
end $$;

-- Reports committed changes to every server on this database: kind and scope, never the content.
-- docs/adr/0044-a-stream-of-changes.md
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

create function note_state_time() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.time_state_updated := coalesce(new.time_state_updated, new.time_modified);
  -- A snapshot of a detached disk puts it in maintenance for a moment.
  elsif new.state <> old.state
    and not (old.state in ('detached', 'maintenance') and new.state in ('detached', 'maintenance')) then
    new.time_state_updated := new.time_modified;
  end if;
  return new;
end $$;

create table access_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  client_id uuid not null,
  token_hash bytea not null unique,
  time_created timestamptz not null,
  time_expires timestamptz
);
create index access_tokens_expires on access_tokens (time_expires) where time_expires is not null;
create index access_tokens_user on access_tokens (user_id, id);
create trigger note_change after insert or delete or update on access_tokens for each row execute function note_change('access-tokens', 'user', 'user_id');

create table address_lot_blocks (
  id uuid primary key,
  address_lot_id uuid not null references address_lots on delete cascade,
  first inet not null,
  last inet not null,
  constraint address_lot_blocks_first_to_last check (first <= last and family(first) = family(last)),
  constraint address_lot_blocks_apart exclude using gist (inet_range(first, last, '[]') with &&)
);
create index address_lot_blocks_lot on address_lot_blocks (address_lot_id, id);
create trigger note_change after insert or delete or update on address_lot_blocks for each row execute function note_change('system-networking', 'fleet');

create table address_lots (
  id uuid primary key,
  name text collate "C" not null unique,
  description text not null,
  kind text not null check (kind in ('infra', 'pool')),
  time_created timestamptz not null,
  time_modified timestamptz not null
);
create trigger keep_name after delete on address_lots for each row execute function keep_name('address_lot', 'name');
create trigger note_change after insert or delete or update on address_lots for each row execute function note_change('system-networking', 'fleet');

create table affinity_group_members (
  group_id uuid not null references affinity_groups on delete cascade,
  instance_id uuid not null references instances on delete cascade,
  primary key (group_id, instance_id)
);
create index affinity_group_members_instance on affinity_group_members (instance_id);
create trigger note_change after insert or delete or update on affinity_group_members for each row execute function note_change('affinity', 'project', 'group_id', 'affinity_groups', 'project_id');

create table affinity_groups (
  id uuid primary key,
  project_id uuid not null references projects,
  name text collate "C" not null,
  description text not null,
  kind text not null check (kind in ('affinity', 'anti_affinity')),
  policy text not null check (policy in ('allow', 'fail')),
  failure_domain text not null check (failure_domain = 'sled'),
  time_created timestamptz not null,
  time_modified timestamptz not null
);
create index affinity_groups_id on affinity_groups (project_id, kind, id);
create unique index affinity_groups_name on affinity_groups (project_id, name) where kind = 'affinity';
create unique index anti_affinity_groups_name on affinity_groups (project_id, name) where kind = 'anti_affinity';
create trigger keep_name after delete on affinity_groups for each row execute function keep_name('affinity_group', 'name');
create trigger note_change after insert or delete or update on affinity_groups for each row execute function note_change('affinity', 'project', 'project_id');

-- Conditions that held at the latest check: each raises its alert once, when it begins.
create table alert_conditions (
  class text collate "C" not null,
  subject text collate "C" not null,
  time_began timestamptz not null,
  primary key (class, subject)
);

create table alert_deliveries (
  id uuid primary key,
  -- Null for a probe, which belongs to no alert.
  alert_id uuid references alerts on delete cascade,
  receiver_id uuid not null references alert_receivers on delete cascade,
  trigger text not null check (trigger in ('alert', 'resend', 'probe')),
  state text not null check (state in ('pending', 'delivered', 'failed')),
  -- When a pending one is tried next, or, during an attempt, when another process may take it over.
  due timestamptz,
  lease_id uuid,
  time_created timestamptz not null,
  constraint alert_deliveries_alert_unless_probe check ((alert_id is null) = (trigger = 'probe')),
  constraint alert_deliveries_due_while_pending check ((due is null) = (state <> 'pending'))
);
create index alert_deliveries_alert on alert_deliveries (alert_id, receiver_id);
create index alert_deliveries_failed on alert_deliveries (time_created) where state = 'failed';
create unique index alert_deliveries_first on alert_deliveries (alert_id, receiver_id) where trigger = 'alert';
create index alert_deliveries_probes on alert_deliveries (receiver_id, time_created, id) where alert_id is null;
create index alert_deliveries_probes_time on alert_deliveries (time_created) where alert_id is null;
create index alert_deliveries_receiver on alert_deliveries (receiver_id, time_created, id);
create index alert_deliveries_receiver_state on alert_deliveries (receiver_id, state, time_created, id);
create index alert_deliveries_waiting on alert_deliveries (receiver_id, time_created, id) where state = 'pending';
create trigger note_change after insert or delete or update on alert_deliveries for each row execute function note_change('alerts', 'fleet');

create table alert_receivers (
  id uuid primary key,
  name text collate "C" not null unique,
  description text not null,
  endpoint text not null,
  failures integer not null default 0,
  -- A receiver that cannot be reached gets nothing before.
  paused_until timestamptz,
  time_created timestamptz not null,
  time_modified timestamptz not null
);
create trigger keep_name after delete on alert_receivers for each row execute function keep_name('alert_receiver', 'name');
create trigger note_change after insert or delete or update on alert_receivers for each row execute function note_change('alerts', 'fleet');

create table alert_subscriptions (
  receiver_id uuid not null references alert_receivers on delete cascade,
  pattern text collate "C" not null,
  primary key (receiver_id, pattern)
);
create index alert_subscriptions_pattern on alert_subscriptions (pattern, receiver_id);
create trigger note_change after insert or delete or update on alert_subscriptions for each row execute function note_change('alerts', 'fleet');

-- Recorded with the change that they report.
create table alerts (
  id uuid primary key,
  class text collate "C" not null,
  data jsonb not null,
  time_created timestamptz not null,
  -- Null until each subscribed receiver has a delivery.
  time_dispatched timestamptz
);
create index alerts_time_created on alerts (time_created);
create index alerts_waiting on alerts (time_created, id) where time_dispatched is null;
create trigger note_change after insert or delete or update on alerts for each row execute function note_change('alerts', 'fleet');

create table allow_list (
  only_one boolean default true primary key check (only_one),
  -- Networks from which requests are accepted; null for any.
  networks jsonb,
  time_created timestamptz not null,
  time_modified timestamptz not null
);
create trigger note_change after insert or delete or update on allow_list for each row execute function note_change('allow-list', 'fleet');

create table audit_log (
  id uuid primary key,
  time timestamptz not null,
  request_id uuid not null,
  operation text not null,
  actor_id uuid,
  -- Of the user; place_silo_id is that of the thing.
  silo_id uuid,
  credential_id uuid,
  source_address text,
  target text,
  project_id uuid,
  place_silo_id uuid,
  place_user_id uuid,
  status integer not null,
  outcome text collate "C" generated always as ( case when status < 400 then 'success' when status < 500 then 'refused' else 'failed' end) stored,
  detail jsonb
);
create index audit_log_actor on audit_log (actor_id, "time", id);
create index audit_log_operation on audit_log (operation, "time", id);
create index audit_log_outcome on audit_log (outcome, "time", id);
-- Changes of a silo and of its projects as such; changes in a project are found by the project.
create index audit_log_place_silo on audit_log (place_silo_id, "time", id) where place_silo_id is not null and (project_id is null or target = project_id::text);
create index audit_log_place_user on audit_log (place_user_id, "time", id) where place_user_id is not null;
create index audit_log_project on audit_log (project_id, "time", id) where project_id is not null;
create index audit_log_silo on audit_log (silo_id, "time", id);
create index audit_log_target on audit_log (target, "time", id) where target is not null;
create index audit_log_time on audit_log ("time", id);

-- Things that a request changed along with its target: their histories show it, too.
create table audit_mentions (
  target uuid not null,
  time timestamptz not null,
  record_id uuid not null references audit_log on delete cascade,
  primary key (target, "time", record_id)
);
create index audit_mentions_record on audit_mentions (record_id);

create table bfd_sessions (
  id uuid primary key,
  switch_location text not null check (switch_location in ('switch0', 'switch1')),
  remote inet not null,
  local inet,
  mode text not null check (mode in ('single_hop', 'multi_hop')),
  detection_threshold smallint not null,
  required_rx numeric(20,0) not null,
  unique (switch_location, remote)
);
create trigger note_change after insert or delete or update on bfd_sessions for each row execute function note_change('system-networking', 'fleet');

create table bgp_announce_sets (
  id uuid primary key,
  name text collate "C" not null unique,
  description text not null,
  time_created timestamptz not null,
  time_modified timestamptz not null
);
create trigger keep_name after delete on bgp_announce_sets for each row execute function keep_name('bgp_announce_set', 'name');
create trigger note_change after insert or delete or update on bgp_announce_sets for each row execute function note_change('system-networking', 'fleet');

create table bgp_announcements (
  announce_set_id uuid not null references bgp_announce_sets on delete cascade,
  network cidr not null,
  address_lot_block_id uuid not null references address_lot_blocks,
  primary key (announce_set_id, network)
);
create index bgp_announcements_block on bgp_announcements (address_lot_block_id);
create trigger note_change after insert or delete or update on bgp_announcements for each row execute function note_change('system-networking', 'fleet');

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
create index bgp_configs_announce_set on bgp_configs (announce_set_id, name);
create trigger keep_name after delete on bgp_configs for each row execute function keep_name('bgp_config', 'name');
create trigger note_change after insert or delete or update on bgp_configs for each row execute function note_change('system-networking', 'fleet');

-- Skerry acts as one of these where no user asked.
create table builtin_users (
  id uuid primary key,
  name text collate "C" not null unique,
  description text not null,
  time_created timestamptz not null,
  time_modified timestamptz not null
);

-- A PEM chain, leaf first, with the key of the leaf. Names and times are those of the leaf and the chain.
create table certificates (
  id uuid primary key,
  silo_id uuid not null references silos on delete cascade,
  name text collate "C" not null,
  description text not null,
  cert text not null,
  private_key text not null,
  names jsonb not null,
  -- What the admin who added it should know about its chain.
  warnings jsonb not null default '[]'::jsonb,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  time_starts timestamptz not null,
  time_expires timestamptz not null,
  unique (silo_id, name)
);
create index certificates_expiring on certificates (silo_id, time_expires, id);
create index certificates_id on certificates (silo_id, id);
create index certificates_newest on certificates (silo_id, time_created, id);
create index certificates_time_expires on certificates (time_expires);
create trigger keep_name after delete on certificates for each row execute function keep_name('certificate', 'name');
create trigger note_change after insert or delete or update on certificates for each row execute function note_change('certificates', 'silo', 'silo_id');

-- Names of deleted things, for histories.
create table deleted_things (
  id uuid primary key,
  kind text collate "C" not null,
  name text not null,
  time_deleted timestamptz not null
);
create index deleted_things_time on deleted_things (time_deleted);

-- Requests of RFC 8628. A confirmation uses up the user code; the request is deleted with its user or token.
create table device_requests (
  id uuid primary key,
  user_id uuid references users on delete cascade,
  token_id uuid references access_tokens on delete cascade,
  client_id uuid not null,
  device_code_hash bytea not null unique,
  user_code text unique,
  ttl_seconds bigint,
  time_created timestamptz not null,
  time_expires timestamptz not null,
  time_last_polled timestamptz
);
create index device_requests_expires on device_requests (time_expires);
create index device_requests_token on device_requests (token_id) where token_id is not null;
create index device_requests_user on device_requests (user_id) where user_id is not null;

-- Apart from disks, where each change is an event.
create table disk_imports (
  disk_id uuid primary key references disks on delete cascade,
  -- Bytes from the disk's start to where a block was written last.
  written_end bigint not null
);

create table disks (
  id uuid primary key,
  project_id uuid not null references projects,
  name text collate "C" not null,
  description text not null,
  size bigint not null,
  block_size integer not null,
  source text not null check (source in ('blank', 'import', 'snapshot', 'image')),
  -- Outlives the image.
  image_id uuid,
  -- Outlives the snapshot.
  snapshot_id uuid,
  -- Whether the platform has made it: its source is kept until then.
  has_volume boolean not null default false,
  -- How often the import was stopped: blocks that were sent before a stop carry an older number.
  import_generation integer not null default 0,
  -- False for an import that is not complete.
  finalized boolean not null,
  deletion_locked boolean not null default false,
  -- No reference: a disk may still be detaching from a deleted instance.
  instance_id uuid,
  state text not null,
  -- The saga that owns it between two lasting states.
  saga_id uuid,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  -- When it entered its state: a deletion lock, a new name or a snapshot moves time_modified.
  time_state_updated timestamptz not null,
  constraint disks_instance_while_attached check (instance_id is not null or (state <> all (array['attaching', 'attached', 'detaching'])))
);
-- By source, whose bytes are kept until all copies are complete. Its row may be gone, so there is no reference.
create index disks_being_copied on disks (coalesce(snapshot_id, image_id)) where not has_volume and saga_id is not null;
create index disks_faulted on disks (project_id, time_state_updated, id) where state = 'faulted';
create index disks_id on disks (project_id, id);
create index disks_instance on disks (instance_id) where instance_id is not null;
create unique index disks_name on disks (project_id, name);
create index disks_state on disks (project_id, state, time_state_updated, id);
create trigger keep_name after delete on disks for each row execute function keep_name('disk', 'name');
create trigger note_change after insert or delete or update on disks for each row execute function note_change('disks', 'project', 'project_id');
create trigger note_state_time before insert or update of state on disks for each row execute function note_state_time();

create table external_ips (
  id uuid primary key,
  ip_pool_id uuid not null references ip_pools,
  project_id uuid not null references projects,
  instance_id uuid references instances,
  probe_id uuid references probes,
  name text collate "C",
  description text,
  kind text not null check (kind in ('snat', 'ephemeral', 'floating')),
  ip inet not null,
  -- Only of source NAT: four instances share an address, with a quarter of its ports each.
  first_port integer,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  -- When it was attached or detached: a new name moves time_modified.
  time_attachment_updated timestamptz not null,
  constraint external_ips_holder check (kind = 'floating' and probe_id is null or kind <> 'floating' and num_nonnulls(instance_id, probe_id) = 1),
  constraint external_ips_name_if_floating check ((kind = 'floating') = (name is not null)),
  constraint external_ips_port_if_snat check ((kind = 'snat') = (first_port is not null))
);
create unique index external_ips_block on external_ips (ip, first_port) where kind = 'snat';
create unique index external_ips_ephemeral on external_ips (instance_id) where kind = 'ephemeral';
create index external_ips_floating on external_ips (project_id, id) where kind = 'floating';
create index external_ips_instance on external_ips (instance_id);
create unique index external_ips_name on external_ips (project_id, name) where kind = 'floating';
create index external_ips_pool on external_ips (ip_pool_id, ip);
create unique index external_ips_probe on external_ips (probe_id) where probe_id is not null;
create index external_ips_project on external_ips (project_id);
create index external_ips_unattached on external_ips (project_id, time_attachment_updated, id) where kind = 'floating' and instance_id is null;
create unique index external_ips_whole on external_ips (ip) where kind <> 'snat';
create trigger keep_name after delete on external_ips for each row execute function keep_name('floating_ip', 'name');
create trigger note_attachment_time before insert or update of instance_id on external_ips for each row execute function note_attachment_time();
create trigger note_change after insert or delete or update on external_ips for each row execute function note_change('external-ips', 'project', 'project_id');

create table firewall_rules (
  id uuid primary key,
  vpc_id uuid not null references vpcs on delete cascade,
  name text collate "C" not null,
  description text not null,
  direction text not null check (direction in ('inbound', 'outbound')),
  action text not null check (action in ('allow', 'deny')),
  priority integer not null,
  targets jsonb not null,
  filters jsonb not null,
  status text not null check (status in ('enabled', 'disabled')),
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (vpc_id, name)
);
create trigger note_change after insert or delete or update on firewall_rules for each row execute function note_change('firewall-rules', 'project', 'vpc_id', 'vpcs', 'project_id');

-- Free blocks of ports of addresses that source NAT uses. An address whose blocks are all free is in a gap of its pool
-- instead.
create table free_snat_blocks (
  ip_pool_id uuid not null references ip_pools on delete cascade,
  ip inet not null,
  first_port integer not null,
  primary key (ip_pool_id, ip, first_port)
);

create table group_members (
  group_id uuid not null references groups on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (group_id, user_id)
);
create index group_members_user on group_members (user_id);
create trigger note_change after insert or delete or update on group_members for each row execute function note_change('groups', 'silo', 'group_id', 'groups', 'silo_id');

create table groups (
  id uuid primary key,
  silo_id uuid not null references silos on delete cascade,
  external_id text collate "C" not null,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (silo_id, external_id)
);
create index groups_id on groups (silo_id, id);
create trigger keep_name after delete on groups for each row execute function keep_name('group', 'external_id');
create trigger note_change after insert or delete or update on groups for each row execute function note_change('groups', 'silo', 'silo_id');

-- Images that this server downloads. A row is deleted when the image is complete or its failure dismissed.
create table image_fetches (
  -- Also the id of the image.
  id uuid primary key,
  silo_id uuid not null references silos on delete cascade,
  -- Null for images of the silo.
  project_id uuid references projects on delete cascade,
  name text collate "C" not null,
  description text not null,
  os text not null,
  version text not null,
  url text not null,
  -- Null where the checksum was given.
  checksum_url text,
  checksum jsonb,
  -- Null for the size of the disk in the file.
  requested_size bigint,
  -- Reserved in the quota; without a requested one, null until the file is there.
  size bigint,
  bytes_received bigint not null default 0,
  bytes_total bigint,
  -- Of what has been received, to continue after an interruption.
  etag text,
  state text not null check (state in ('downloading', 'verifying', 'storing', 'failed')),
  reason_for_failure text,
  -- Why the last attempt failed, until another has received something or the fetch has failed for good.
  retry_reason text,
  saga_id uuid,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  constraint image_fetches_checksum_or_url check ((checksum is null) <> (checksum_url is null)),
  constraint image_fetches_reason_if_failed check ((reason_for_failure is not null) = (state = 'failed'))
);
create index image_fetches_failed on image_fetches (time_modified) where state = 'failed';
create index image_fetches_project on image_fetches (project_id);
create unique index image_fetches_project_name on image_fetches (project_id, name) where state <> 'failed';
create index image_fetches_silo on image_fetches (silo_id, project_id, time_created, id);
create unique index image_fetches_silo_name on image_fetches (silo_id, name) where project_id is null and state <> 'failed';
create trigger note_change after insert or delete or update on image_fetches for each row execute function note_change('image-fetches', 'project', 'project_id');

create table images (
  id uuid primary key,
  silo_id uuid not null references silos,
  -- Null for images of the silo.
  project_id uuid references projects,
  name text collate "C" not null,
  description text not null,
  os text not null,
  version text not null,
  size bigint not null,
  block_size integer not null,
  digest jsonb,
  -- What the platform makes it from.
  source jsonb not null,
  deletion_locked boolean not null default false,
  state text not null check (state in ('creating', 'ready', 'faulted')),
  -- The saga that owns it between two lasting states.
  saga_id uuid,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  -- When it entered its state: a deletion lock or a new name moves time_modified.
  time_state_updated timestamptz not null
);
-- By source, whose bytes are kept until all copies are complete. Its row may be gone, so there is no reference.
create index images_being_copied on images ((source ->> 'id')) where state = 'creating';
create index images_creating on images (id) where state = 'creating';
create index images_faulted on images (project_id, time_state_updated, id) where state = 'faulted';
create index images_id on images (silo_id, project_id, id);
create unique index images_project_name on images (project_id, name);
create unique index images_silo_name on images (silo_id, name) where project_id is null;
-- The sum of all sizes is read from the index alone, while a lock of all silos is held.
create index images_size on images (size);
create trigger keep_name after delete on images for each row execute function keep_name('image', 'name');
create trigger note_change after insert or delete or update on images for each row execute function note_change('images', 'project', 'project_id');
create trigger note_state_time before insert or update of state on images for each row execute function note_state_time();

create table instance_ssh_keys (
  instance_id uuid not null references instances on delete cascade,
  id uuid not null,
  user_id uuid not null,
  name text collate "C" not null,
  description text not null,
  public_key text not null,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  primary key (instance_id, id)
);
create index instance_ssh_keys_name on instance_ssh_keys (instance_id, name);

-- Apart from the instance, so lists do not read it. No row where it is empty.
create table instance_user_data (
  instance_id uuid primary key references instances on delete cascade,
  user_data bytea not null
);

create table instances (
  id uuid primary key,
  project_id uuid not null references projects,
  name text collate "C" not null,
  description text not null,
  hostname text not null,
  ncpus integer not null,
  memory bigint not null,
  -- docs/adr/0053-what-a-machine-boots-from.md
  firmware text not null default 'auto' check (firmware in ('auto', 'bios', 'efi')),
  boot_disk_id uuid,
  auto_restart_policy text check (auto_restart_policy in ('never', 'best_effort')),
  deletion_locked boolean not null default false,
  -- The state that a restart, automatic or not, works towards.
  intent text not null check (intent in ('running', 'stopped')),
  run_state text not null,
  -- The platform's id for the present run of its machine.
  run_id text,
  -- Sled of its machine, also of one that is about to start; null without a machine.
  sled_id uuid,
  -- Target of a migration: until it is complete, the instance counts on both sleds.
  migration_sled_id uuid,
  -- The saga that owns it between two lasting states.
  saga_id uuid,
  -- Why its latest start was refused.
  start_refusal text,
  -- Why its machine executes nothing; null while it does. docs/adr/0060-room-for-everybody.md
  condition text,
  condition_detail text,
  -- When a failed instance may be restarted automatically: after the pause that follows an automatic restart, and later
  -- each time that no sled has room. Null unless it is failed.
  auto_restart_due timestamptz,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  time_run_state_updated timestamptz not null,
  -- Start of the present run, for display; null while it does not run.
  time_booted timestamptz,
  time_condition timestamptz,
  time_last_auto_restarted timestamptz,
  constraint instances_condition_whole check (num_nonnulls(condition, condition_detail, time_condition) in (0, 3)),
  constraint instances_run_while_booted check ((run_id is null) = (time_booted is null))
);
-- Failed instances that should run, in the order of their restart.
create index instances_auto_restart on instances (auto_restart_due, id) where run_state = 'failed' and intent = 'running' and auto_restart_policy is distinct from 'never';
create index instances_condition on instances (project_id, time_condition, id) where condition is not null;
create index instances_id on instances (project_id, id);
create unique index instances_name on instances (project_id, name);
create index instances_run_state on instances (run_state, time_run_state_updated);
create index instances_sled on instances (sled_id, id) where sled_id is not null;
create index instances_state on instances (project_id, run_state, time_run_state_updated, id);
create index instances_with_machine on instances (run_state) where sled_id is not null and saga_id is null;
create trigger keep_name after delete on instances for each row execute function keep_name('instance', 'name');
create trigger note_change after insert or delete or update on instances for each row execute function note_change('instances', 'project', 'project_id');

create table internet_gateway_ip_addresses (
  id uuid primary key,
  internet_gateway_id uuid not null references internet_gateways on delete cascade,
  name text collate "C" not null,
  description text not null,
  address inet not null,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (internet_gateway_id, address),
  unique (internet_gateway_id, name)
);
create index internet_gateway_ip_addresses_id on internet_gateway_ip_addresses (internet_gateway_id, id);
create trigger keep_name after delete on internet_gateway_ip_addresses for each row execute function keep_name('internet_gateway_ip_address', 'name');
create trigger note_change after insert or delete or update on internet_gateway_ip_addresses for each row execute function note_change('internet-gateways', 'project', 'internet_gateway_id', 'internet_gateways', 'vpc_id', 'vpcs', 'project_id');

create table internet_gateway_ip_pools (
  id uuid primary key,
  internet_gateway_id uuid not null references internet_gateways on delete cascade,
  ip_pool_id uuid not null references ip_pools on delete cascade,
  name text collate "C" not null,
  description text not null,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (internet_gateway_id, ip_pool_id),
  unique (internet_gateway_id, name)
);
create index internet_gateway_ip_pools_id on internet_gateway_ip_pools (internet_gateway_id, id);
create index internet_gateway_ip_pools_pool on internet_gateway_ip_pools (ip_pool_id);
create trigger keep_name after delete on internet_gateway_ip_pools for each row execute function keep_name('internet_gateway_ip_pool', 'name');
create trigger note_change after insert or delete or update on internet_gateway_ip_pools for each row execute function note_change('internet-gateways', 'project', 'internet_gateway_id', 'internet_gateways', 'vpc_id', 'vpcs', 'project_id');

create table internet_gateways (
  id uuid primary key,
  vpc_id uuid not null references vpcs on delete cascade,
  name text collate "C" not null,
  description text not null,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (vpc_id, name)
);
create index internet_gateways_id on internet_gateways (vpc_id, id);
create trigger keep_name after delete on internet_gateways for each row execute function keep_name('internet_gateway', 'name');
create trigger note_change after insert or delete or update on internet_gateways for each row execute function note_change('internet-gateways', 'project', 'vpc_id', 'vpcs', 'project_id');

-- The free address that was taken last. The next one is the next free one after it, so an address that is given back
-- rests while there are others. Transactions that change it lock the same row as for the gaps.
create table ip_pool_cursors (
  owner_id uuid primary key references ip_pools on delete cascade,
  last inet not null
);

-- Addresses of a pool's ranges that nothing uses, as gaps between used ones, so the next one is found by index.
-- Transactions that change them lock the row of the pool.
create table ip_pool_gaps (
  owner_id uuid not null references ip_pools on delete cascade,
  first inet not null,
  last inet not null,
  primary key (owner_id, first),
  constraint ip_pool_gaps_first_to_last check (first <= last)
);
create unique index ip_pool_gaps_last on ip_pool_gaps (owner_id, last);

create table ip_pool_ranges (
  id uuid primary key,
  ip_pool_id uuid not null references ip_pools,
  first inet not null,
  last inet not null,
  time_created timestamptz not null
);
create index ip_pool_ranges_pool on ip_pool_ranges (ip_pool_id, first);
create trigger note_change after insert or delete or update on ip_pool_ranges for each row execute function note_change('ip-pools', 'fleet');

create table ip_pool_silos (
  ip_pool_id uuid not null references ip_pools on delete cascade,
  silo_id uuid not null references silos on delete cascade,
  is_default boolean not null,
  primary key (ip_pool_id, silo_id)
);
create unique index ip_pool_silos_default on ip_pool_silos (silo_id) where is_default;
create index ip_pool_silos_silo on ip_pool_silos (silo_id, ip_pool_id);
create trigger note_change after insert or delete or update on ip_pool_silos for each row execute function note_change('ip-pools', 'fleet');

create table ip_pools (
  id uuid primary key,
  name text collate "C" not null unique,
  description text not null,
  is_service boolean not null default false,
  time_created timestamptz not null,
  time_modified timestamptz not null
);
create unique index ip_pools_service on ip_pools (is_service) where is_service;
create trigger keep_name after delete on ip_pools for each row execute function keep_name('ip_pool', 'name');
create trigger note_change after insert or delete or update on ip_pools for each row execute function note_change('ip-pools', 'fleet');

-- Issues that an operator has seen. A row is deleted when its issue has ended.
create table issue_acknowledgements (
  kind text not null,
  subject text not null,
  severity text not null,
  note text not null,
  actor_id uuid not null,
  time_created timestamptz not null,
  primary key (kind, subject)
);
create trigger note_change after insert or delete or update on issue_acknowledgements for each row execute function note_change('issues', 'fleet');

-- Since when issues are known whose resource has no such time: a quota that is nearly used up, an expunged sled.
create table issue_times (
  kind text collate "C" not null,
  subject text collate "C" not null,
  time_began timestamptz not null,
  primary key (kind, subject)
);
create trigger note_change after insert or delete or update on issue_times for each row execute function note_change('issues', 'fleet');

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
create index loopback_addresses_block on loopback_addresses (address_lot_block_id);
create unique index loopback_addresses_own on loopback_addresses (address) where not anycast;
create trigger note_change after insert or delete or update on loopback_addresses for each row execute function note_change('system-networking', 'fleet');

-- Machines that the platform did not list at the latest check, although their sleds answered.
-- docs/adr/0034-absence-is-no-proof.md
create table machine_absences (
  instance_id uuid primary key,
  run_id text not null,
  -- An operator has confirmed that it is gone, however many are missing.
  confirmed boolean not null default false,
  time_first timestamptz not null
);
create trigger note_change after insert or delete or update on machine_absences for each row execute function note_change('issues', 'fleet');

-- What happened to instances, storage and hardware without a request.
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
create index machine_events_project on machine_events (project_id, "time", id) where project_id is not null;
create index machine_events_subject on machine_events (subject_id, "time", id);
create index machine_events_time on machine_events ("time", id);

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
  transit_ips jsonb not null default '[]'::jsonb,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (instance_id, name),
  unique (instance_id, subnet_id),
  unique (subnet_id, ip),
  unique (vpc_id, mac)
);
create index network_interfaces_id on network_interfaces (instance_id, id);
create index network_interfaces_subnet_id on network_interfaces (subnet_id, id);
-- Names repeat in a subnet, so the id is part of the order.
create index network_interfaces_subnet_name on network_interfaces (subnet_id, name, id);
create trigger keep_name after delete on network_interfaces for each row execute function keep_name('network_interface', 'name');
create trigger note_change after insert or delete or update on network_interfaces for each row execute function note_change('network-interfaces', 'project', 'vpc_id', 'vpcs', 'project_id');

-- Factors by which instances and disks may be promised more than the hardware has. docs/adr/0060-room-for-everybody.md
create table overcommitment (
  only_one boolean default true primary key check (only_one),
  cpu double precision not null default 4,
  storage double precision not null default 1,
  time_modified timestamptz not null default now()
);
create trigger note_change after insert or delete or update on overcommitment for each row execute function note_change('sleds', 'fleet');

create table physical_disks (
  id uuid primary key,
  sled_id uuid not null references sleds,
  vendor text not null,
  model text not null,
  serial text not null,
  form_factor text not null check (form_factor in ('m2', 'u2')),
  size bigint not null,
  policy text not null check (policy in ('in_service', 'expunged')),
  -- A second look found it unlisted, too.
  missing boolean not null default false,
  state text not null check (state in ('active', 'decommissioned')),
  time_created timestamptz not null,
  time_modified timestamptz not null,
  -- Since when the platform's inventory does not list it.
  time_unlisted timestamptz
);
create index physical_disks_expunged on physical_disks (id) where state = 'active' and policy = 'expunged';
create index physical_disks_missing on physical_disks (id) where missing;
create index physical_disks_sled on physical_disks (sled_id, id);
create trigger keep_name after delete on physical_disks for each row execute function keep_name('physical_disk', 'serial');
create trigger note_change after insert or delete or update on physical_disks for each row execute function note_change('physical-disks', 'fleet');

-- What the platform did by itself, recorded before it is applied, so no failure or restart loses it. Events of one
-- subject are applied in the order of their sequence, each once.
create table platform_events (
  sequence bigint generated always as identity primary key,
  id uuid not null unique,
  -- Id of the instance, volume, sled or physical disk.
  subject text not null,
  event jsonb not null,
  attempts integer not null default 0,
  error text,
  due timestamptz not null,
  time_recorded timestamptz not null,
  -- Applied events are kept for a day, to recognize one that is received twice.
  time_applied timestamptz
);
create index platform_events_applied on platform_events (time_applied) where time_applied is not null;
create index platform_events_waiting on platform_events (sequence) where time_applied is null;
create index platform_events_waiting_subject on platform_events (subject, sequence) where time_applied is null;

-- The one row whose id marks the storage of this database.
create table platform_storage (
  id uuid default gen_random_uuid() primary key,
  used boolean not null default false
);

-- A probe has one interface, whose columns are here, and one ephemeral address.
create table probes (
  id uuid primary key,
  project_id uuid not null references projects,
  vpc_id uuid not null references vpcs,
  subnet_id uuid not null references subnets,
  -- No reference: sleds are known once the platform has reported them.
  sled_id uuid not null,
  name text collate "C" not null,
  description text not null,
  interface_id uuid not null,
  ip inet not null,
  mac text not null,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (project_id, name),
  unique (subnet_id, ip),
  unique (vpc_id, mac)
);
create index probes_project_id on probes (project_id, id);
create trigger keep_name after delete on probes for each row execute function keep_name('probe', 'name');
create trigger note_change after insert or delete or update on probes for each row execute function note_change('probes', 'project', 'project_id');

-- What a project uses of its silo's quota: changed with the quota, under the lock of its row.
create table project_usage (
  project_id uuid primary key references projects on delete cascade,
  cpus bigint not null,
  memory bigint not null,
  storage bigint not null
);
create trigger note_change after insert or delete or update on project_usage for each row execute function note_change('utilization', 'project', 'project_id');

create table projects (
  id uuid primary key,
  silo_id uuid not null references silos,
  name text collate "C" not null,
  description text not null,
  -- docs/adr/0049-deletion-locks.md
  deletion_locked boolean not null default false,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (silo_id, name)
);
create index projects_silo_id on projects (silo_id, id);
create trigger keep_name after delete on projects for each row execute function keep_name('project', 'name');
create trigger note_change after insert or delete or update on projects for each row execute function note_change('projects', 'project', 'id');

-- Limits of a silo, and how much of them its instances, disks and snapshots use.
create table quotas (
  silo_id uuid primary key references silos on delete cascade,
  cpus bigint not null,
  memory bigint not null,
  storage bigint not null,
  cpus_provisioned bigint not null default 0 check (cpus_provisioned >= 0),
  memory_provisioned bigint not null default 0 check (memory_provisioned >= 0),
  storage_provisioned bigint not null default 0 check (storage_provisioned >= 0)
);
-- For the issues of operators.
create index quotas_nearly_used on quotas (silo_id) where cpus_provisioned::numeric > (cpus::numeric * 0.9) or memory_provisioned::numeric > (memory::numeric * 0.9) or storage_provisioned::numeric > (storage::numeric * 0.9);
create trigger note_change after insert or delete or update on quotas for each row execute function note_change('quotas', 'silo', 'silo_id');

create table racks (
  id uuid primary key,
  -- A second look found it unlisted, too.
  missing boolean not null default false,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  -- Since when the platform's inventory does not list it.
  time_unlisted timestamptz
);
create index racks_missing on racks (id) where missing;
create trigger note_change after insert or delete or update on racks for each row execute function note_change('racks', 'fleet');

-- No references: hardware is known once the platform has reported it.
create table release_components (
  id uuid primary key,
  kind text not null check (kind in ('sled', 'switch')),
  serial text not null,
  generation bigint not null,
  state text not null check (state in ('waiting', 'updating', 'updated', 'failed')),
  system_version text,
  problem text,
  time_modified timestamptz not null
);
create trigger note_change after insert or delete or update on release_components for each row execute function note_change('updates', 'fleet');

create table role_assignments (
  level text not null check (level in ('fleet', 'silo', 'project')),
  -- Id of the silo or project; the nil UUID for the fleet.
  resource_id uuid not null,
  identity_type text not null check (identity_type in ('silo_user', 'silo_group')),
  identity_id uuid not null,
  role text not null check (role in ('admin', 'collaborator', 'viewer')),
  primary key (level, resource_id, identity_id, identity_type, role)
);
-- Roles of a caller are read from the index alone.
create index role_assignments_identity on role_assignments (identity_id, level, resource_id, role);
create trigger note_change after insert or delete or update on role_assignments for each row execute function note_change('policies', 'policy');

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
create index router_routes_id on router_routes (router_id, id);
create index router_routes_subnet on router_routes (subnet_id) where subnet_id is not null;
create trigger keep_name after delete on router_routes for each row execute function keep_name('router_route', 'name');
create trigger note_change after insert or delete or update on router_routes for each row execute function note_change('routers', 'project', 'router_id', 'routers', 'vpc_id', 'vpcs', 'project_id');

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
create index routers_id on routers (vpc_id, id);
create trigger keep_name after delete on routers for each row execute function keep_name('router', 'name');
create trigger note_change after insert or delete or update on routers for each row execute function note_change('routers', 'project', 'vpc_id', 'vpcs', 'project_id');

-- Work of several steps that is completed whatever happens to the process (docs/adr/0002-sagas.md).
create table sagas (
  id uuid primary key,
  -- The saga that started it. A saga without one was started by a request, or nothing waits for it.
  parent_id uuid,
  -- The saga whose end it waits for.
  waits_for uuid,
  -- Sagas are claimed in turns of silos, and within a silo of projects. Work of neither has the nil UUID, so rows
  -- compare.
  silo_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  project_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  -- The user whose request started it, and the sagas above it. Null if no user did.
  actor_id uuid,
  request_id uuid,
  -- The order in which sagas took their resources: their calls to the platform carry it (docs/adr/0062-late-calls.md).
  -- An undo has the number after that of its saga.
  order_no bigint not null default nextval('saga_orders'::regclass),
  name text collate "C" not null,
  -- Whether its next step may take minutes: those have slots of their own.
  slow boolean not null default false,
  data jsonb not null,
  -- The next step to do, or to undo while undoing.
  step integer not null,
  undoing boolean not null,
  attempts integer not null,
  error text,
  -- What its request answers if it fails.
  failure jsonb,
  state text not null check (state in ('running', 'done', 'undone')),
  -- When it may be claimed: while a lease is held, the end of the lease.
  due timestamptz not null,
  -- Only the holder of the lease writes progress.
  lease_id uuid,
  time_created timestamptz not null,
  time_modified timestamptz not null
);
create index sagas_finished on sagas (time_modified) where state in ('done', 'undone');
-- Pending declarations of system networking, for changes that join one.
create index sagas_networking_declarations on sagas (id) where name = 'networking-declare' and state = 'running';
create index sagas_parent on sagas (parent_id) where parent_id is not null;
create index sagas_request on sagas (request_id) where request_id is not null;
create index sagas_turns on sagas (slow, silo_id, project_id, due) where state = 'running';
create index sagas_unfinished on sagas (time_created, id) where state = 'running';
-- Pending declarations of a VPC, for changes that join one.
create index sagas_vpc_declarations on sagas ((data ->> 'vpcId')) where name = 'vpc-declare' and state = 'running';
create index sagas_waiting on sagas (waits_for) where waits_for is not null;

-- Their metadata is read once, when they are created.
create table saml_identity_providers (
  id uuid primary key,
  silo_id uuid not null references silos on delete cascade,
  name text collate "C" not null,
  description text not null,
  idp_entity_id text not null,
  sp_client_id text not null,
  acs_url text not null,
  slo_url text not null,
  technical_contact_email text not null,
  group_attribute_name text,
  -- Where users are sent to sign in.
  sign_in_url text not null,
  -- Base64 of DER: they verify its signatures.
  idp_certificates jsonb not null,
  -- Base64 of DER: signs requests, and decrypts what the provider encrypted.
  public_cert text,
  private_key text,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  -- The sign-in page leads to the provider with the latest, else to the silo's oldest.
  time_made_default timestamptz,
  unique (silo_id, name),
  constraint saml_identity_providers_key_with_cert check ((public_cert is null) = (private_key is null))
);
create index saml_identity_providers_default on saml_identity_providers (silo_id, time_made_default desc nulls last, time_created, name);
create index saml_identity_providers_id on saml_identity_providers (silo_id, id);
create trigger keep_name after delete on saml_identity_providers for each row execute function keep_name('identity_provider', 'name');
create trigger note_change after insert or delete or update on saml_identity_providers for each row execute function note_change('identity-providers', 'silo', 'silo_id');

-- Up to when samples of each resolution have been merged, in milliseconds since 1970.
create table sample_roll_ups (
  resolution_ms integer primary key,
  done_until bigint not null
);

-- Samples of counters hold the growth since the previous one, or since the start.
create table samples (
  series_id integer not null references timeseries on delete cascade,
  time bigint not null,
  start_time bigint,
  -- One of the three is set, by the type of the timeseries: integer, floating point, other.
  whole bigint,
  real double precision,
  other jsonb,
  -- How many samples were merged into it, so means are weighted.
  merged smallint not null default 1,
  primary key (series_id, "time"),
  constraint samples_one_value check (num_nonnulls(whole, "real", other) = 1),
  constraint samples_start_before_time check (start_time < "time")
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  time_created timestamptz not null,
  time_last_used timestamptz not null
);
create index sessions_created on sessions (time_created);
create index sessions_last_used on sessions (time_last_used);
create index sessions_user_id on sessions (user_id, id);
create trigger note_change after insert or delete or update on sessions for each row execute function note_change('sessions', 'user', 'user_id');

create table settings (
  key text primary key,
  value jsonb not null
);

-- Addresses from which a user signed in: from there it may still try while others guess its password.
create table sign_in_addresses (
  user_id uuid not null references users on delete cascade,
  address text not null,
  time_last_success timestamptz not null,
  primary key (user_id, address)
);
create index sign_in_addresses_time on sign_in_addresses (time_last_success);

-- Counted before the password is checked.
create table sign_in_attempts (
  -- Hash of what is counted: an address, an account from one address, or an account from everywhere.
  key bytea primary key,
  -- What is counted, so a flood of one kind does not evict counts of another.
  kind text not null check (kind in ('address', 'account', 'account_from_address', 'device', 'user_code')),
  attempts integer not null,
  strikes integer not null default 0,
  window_start timestamptz not null,
  blocked_until timestamptz
);
create index sign_in_attempts_kind on sign_in_attempts (kind, strikes, attempts, window_start);
create index sign_in_attempts_window on sign_in_attempts (window_start);

create table silos (
  id uuid primary key,
  name text collate "C" not null unique,
  description text not null,
  discoverable boolean not null,
  identity_mode text not null check (identity_mode in ('local_only', 'saml_jit')),
  mapped_fleet_roles jsonb not null default '{}'::jsonb,
  device_token_max_ttl_seconds bigint,
  time_created timestamptz not null,
  time_modified timestamptz not null
);
create index silos_discoverable_id on silos (id) where discoverable;
create index silos_discoverable_name on silos (name) where discoverable;
-- The few silos whose roles count in the fleet.
create index silos_mapped on silos (id) where mapped_fleet_roles <> '{}'::jsonb;
create trigger keep_name after delete on silos for each row execute function keep_name('silo', 'name');
create trigger note_change after insert or delete or update on silos for each row execute function note_change('silos', 'silo', 'id');

-- Requested sleds that are not in service yet, with their future ids.
create table sled_additions (
  id uuid primary key,
  part text not null,
  serial text not null,
  time_created timestamptz not null,
  unique (part, serial)
);
create trigger note_change after insert or delete or update on sled_additions for each row execute function note_change('sleds', 'fleet');

create table sleds (
  id uuid primary key,
  rack_id uuid not null,
  part text not null,
  serial text not null,
  revision integer not null,
  cubby integer not null,
  threads integer not null,
  memory bigint not null,
  -- Null where the platform reports none.
  storage bigint,
  -- What instances may be promised.
  provisionable_vcpus integer not null,
  -- What disks may be promised; null where the platform reports no storage.
  provisionable_storage bigint,
  -- Used by instances that are on the sled or about to be.
  threads_provisioned integer not null default 0 check (threads_provisioned >= 0),
  memory_provisioned bigint not null default 0 check (memory_provisioned >= 0),
  policy text not null check (policy in ('in_service', 'expunged')),
  provisionable boolean not null,
  reachable boolean not null,
  -- Only the reserve of the system is left of its storage: it starts no instances.
  storage_full boolean not null default false,
  -- A second look found it unlisted, too.
  missing boolean not null default false,
  state text not null check (state in ('active', 'decommissioned')),
  time_created timestamptz not null,
  time_modified timestamptz not null,
  -- Since when the platform's inventory does not list it.
  time_unlisted timestamptz,
  unique (part, serial)
);
create index sleds_expunged on sleds (id) where state = 'active' and policy = 'expunged';
create index sleds_free on sleds ((provisionable_vcpus - threads_provisioned) desc, id);
create index sleds_missing on sleds (id) where missing;
create index sleds_out_of_reach on sleds (id) where state = 'active' and policy = 'in_service' and not reachable and not missing;
create index sleds_storage on sleds (id) include (provisionable_storage) where provisionable_storage is not null and state = 'active' and policy = 'in_service';
create trigger keep_name after delete on sleds for each row execute function keep_name('sled', 'serial');
create trigger note_change after insert or delete or update on sleds for each row execute function note_change('sleds', 'fleet');

create table snapshots (
  id uuid primary key,
  project_id uuid not null references projects,
  disk_id uuid not null,
  name text collate "C" not null,
  description text not null,
  size bigint not null,
  block_size integer not null,
  -- Digest of the uploaded file, if the snapshot was taken at the end of an import. Images from the snapshot have it
  -- too.
  digest jsonb,
  state text not null,
  -- The saga that owns it between two lasting states.
  saga_id uuid,
  time_created timestamptz not null,
  time_modified timestamptz not null
);
create index snapshots_creating on snapshots (disk_id) where state = 'creating';
create index snapshots_id on snapshots (project_id, id);
create unique index snapshots_name on snapshots (project_id, name);
create index snapshots_not_ready on snapshots (project_id, state, time_created, id) where state in ('creating', 'faulted');
create trigger keep_name after delete on snapshots for each row execute function keep_name('snapshot', 'name');
create trigger note_change after insert or delete or update on snapshots for each row execute function note_change('snapshots', 'project', 'project_id');

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
create index ssh_keys_id on ssh_keys (user_id, id);
create trigger keep_name after delete on ssh_keys for each row execute function keep_name('ssh_key', 'name');
create trigger note_change after insert or delete or update on ssh_keys for each row execute function note_change('ssh-keys', 'user', 'user_id');

-- Disks, snapshots and images that the platform did not list at the latest check. docs/adr/0034-absence-is-no-proof.md
create table storage_absences (
  id uuid primary key,
  -- An operator has confirmed that it is lost, however many are missing.
  confirmed boolean not null default false,
  time_first timestamptz not null
);
create trigger note_change after insert or delete or update on storage_absences for each row execute function note_change('issues', 'fleet');

-- Disks, snapshots and images whose content was missing, with what a disk was attached to.
create table storage_losses (
  id uuid primary key,
  instance_id uuid,
  run_id text,
  boot boolean not null default false
);

-- Like ip_pool_cursors, for the IPv4 block of a subnet.
create table subnet_cursors (
  owner_id uuid primary key references subnets on delete cascade,
  last inet not null
);

-- Like ip_pool_gaps, for the IPv4 block of a subnet without its reserved addresses. Transactions that change them lock
-- the row of the VPC.
create table subnet_gaps (
  owner_id uuid not null references subnets on delete cascade,
  first inet not null,
  last inet not null,
  primary key (owner_id, first),
  constraint subnet_gaps_first_to_last check (first <= last)
);
create unique index subnet_gaps_last on subnet_gaps (owner_id, last);

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
create index subnets_custom_router on subnets (custom_router_id) where custom_router_id is not null;
create index subnets_id on subnets (vpc_id, id);
create trigger keep_name after delete on subnets for each row execute function keep_name('subnet', 'name');
create trigger note_change after insert or delete or update on subnets for each row execute function note_change('subnets', 'project', 'vpc_id', 'vpcs', 'project_id');

-- Their files are in the data folder.
create table support_bundles (
  id uuid primary key,
  -- No reference: disks are known once the platform has reported them. Null on a host without U.2 disks in service.
  physical_disk_id uuid unique,
  reason_for_creation text not null,
  state text not null check (state in ('collecting', 'active', 'failed', 'destroying')),
  reason_for_failure text,
  saga_id uuid,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  constraint support_bundles_reason_if_failed check ((reason_for_failure is not null) = (state = 'failed') or state = 'destroying')
);
create index support_bundles_failed on support_bundles (time_created, id) where state = 'failed';
create index support_bundles_time on support_bundles (time_created, id);
create trigger note_change after insert or delete or update on support_bundles for each row execute function note_change('support-bundles', 'fleet');

create table switch_port_addresses (
  port_settings_id uuid not null references switch_port_settings on delete cascade,
  position integer not null,
  link_name text not null,
  address inet not null unique,
  width smallint not null,
  vlan_id integer,
  address_lot_block_id uuid not null references address_lot_blocks,
  primary key (port_settings_id, "position")
);
create index switch_port_addresses_block on switch_port_addresses (address_lot_block_id);
create trigger note_change after insert or delete or update on switch_port_addresses for each row execute function note_change('switch-ports', 'fleet');

create table switch_port_peers (
  port_settings_id uuid not null references switch_port_settings on delete cascade,
  position integer not null,
  bgp_config_id uuid not null references bgp_configs,
  peer jsonb not null,
  primary key (port_settings_id, "position")
);
create index switch_port_peers_config on switch_port_peers (bgp_config_id);
create trigger note_change after insert or delete or update on switch_port_peers for each row execute function note_change('switch-ports', 'fleet');

-- Links, interfaces and routes have no references: they are stored as they are answered.
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
create trigger keep_name after delete on switch_port_settings for each row execute function keep_name('switch_port_settings', 'name');
create trigger note_change after insert or delete or update on switch_port_settings for each row execute function note_change('switch-ports', 'fleet');

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
create trigger keep_name after delete on switch_ports for each row execute function keep_name('switch_port', 'name');
create trigger note_change after insert or delete or update on switch_ports for each row execute function note_change('switch-ports', 'fleet');

create table switches (
  id uuid primary key,
  rack_id uuid not null references racks,
  location text not null check (location in ('switch0', 'switch1')),
  part text not null,
  serial text not null,
  revision integer not null,
  -- A second look found it unlisted, too.
  missing boolean not null default false,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  -- Since when the platform's inventory does not list it.
  time_unlisted timestamptz
);
create index switches_missing on switches (id) where missing;
create index switches_rack on switches (rack_id, location);
create trigger keep_name after delete on switches for each row execute function keep_name('switch', 'serial');
create trigger note_change after insert or delete or update on switches for each row execute function note_change('switches', 'fleet');

-- The one row that is locked to change networking of the rack.
create table system_networking (
  only_one boolean default true primary key check (only_one),
  -- Grows with each change that the platform must learn of.
  generation integer not null default 1,
  inbound_icmp boolean not null default true
);
create trigger note_change after insert or delete or update on system_networking for each row execute function note_change('system-networking', 'fleet');

-- The one row that is locked to change updates.
create table target_release (
  only_one boolean default true primary key check (only_one),
  generation bigint not null default 1,
  system_version text,
  -- The saga that brings the hardware to the release.
  rollout_saga_id uuid,
  time_requested timestamptz not null default now()
);
create trigger note_change after insert or delete or update on target_release for each row execute function note_change('updates', 'fleet');

-- A name with one set of fields. Times are milliseconds since 1970.
create table timeseries (
  id integer generated always as identity primary key,
  name text collate "C" not null,
  -- The fields in a fixed order, to recognize a series.
  key text collate "C" not null,
  fields jsonb not null,
  -- Of the latest sample, from which the growth of a counter is computed.
  last_time bigint not null,
  last_start_time bigint,
  last_value jsonb,
  unique (name, key)
);
create index timeseries_fields on timeseries using gin (fields jsonb_path_ops);

-- Machines that the platform listed at the latest check and no instance has.
create table unknown_machines (
  -- Text, because it may be no id of ours.
  instance_id text primary key,
  sled_id text not null,
  time_first timestamptz not null
);
create trigger note_change after insert or delete or update on unknown_machines for each row execute function note_change('issues', 'fleet');

-- An artifact is the same in every repository that has it.
create table update_artifacts (
  id uuid primary key,
  name text collate "C" not null,
  version text collate "C" not null,
  kind text collate "C" not null,
  hash text not null,
  size bigint not null,
  unique (name, version, kind)
);

-- Their archives are in the data folder.
create table update_repositories (
  id uuid primary key,
  system_version text collate "C" not null unique,
  file_name text not null,
  hash text not null,
  targets_role_version bigint not null,
  valid_until timestamptz not null,
  time_created timestamptz not null
);
create trigger note_change after insert or delete or update on update_repositories for each row execute function note_change('updates', 'fleet');

create table update_repository_artifacts (
  repository_id uuid not null references update_repositories,
  artifact_id uuid not null references update_artifacts,
  primary key (repository_id, artifact_id)
);
create index update_repository_artifacts_artifact on update_repository_artifacts (artifact_id);

create table update_trust_roots (
  id uuid primary key,
  root_role jsonb not null,
  time_created timestamptz not null
);
create unique index update_trust_roots_role on update_trust_roots (md5(root_role::text));
create trigger note_change after insert or delete or update on update_trust_roots for each row execute function note_change('updates', 'fleet');

-- What a project, a silo or the fleet (the nil UUID) used from a time until its next row.
create table usage_points (
  collection_id uuid not null,
  time timestamptz not null,
  sequence bigint generated always as identity,
  cpus bigint not null,
  memory bigint not null,
  storage bigint not null,
  primary key (collection_id, "time", sequence)
);
create index usage_points_time on usage_points ("time");

-- Until they expire: each is valid once in its silo, whichever provider it comes from.
create table used_saml_assertions (
  silo_id uuid not null references silos on delete cascade,
  assertion_hash bytea not null,
  time_expires timestamptz not null,
  primary key (silo_id, assertion_hash)
);
create index used_saml_assertions_expires on used_saml_assertions (time_expires);

create table users (
  id uuid primary key,
  silo_id uuid not null references silos on delete cascade,
  external_id text collate "C" not null,
  password_hash text,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (silo_id, external_id)
);
create index users_id on users (silo_id, id);
create trigger keep_name after delete on users for each row execute function keep_name('user', 'external_id');
create trigger note_change after insert or delete or update on users for each row execute function note_change('users', 'silo', 'silo_id');

create table vpcs (
  id uuid primary key,
  project_id uuid not null references projects,
  name text collate "C" not null,
  description text not null,
  dns_name text not null,
  ipv6_prefix cidr not null,
  vni integer not null unique,
  system_router_id uuid not null,
  deletion_locked boolean not null default false,
  -- Grows with each change that the platform must learn of.
  generation integer not null default 1,
  time_created timestamptz not null,
  time_modified timestamptz not null,
  unique (project_id, name)
);
create index vpcs_id on vpcs (project_id, id);
create trigger keep_name after delete on vpcs for each row execute function keep_name('vpc', 'name');
create trigger note_change after insert or delete or update on vpcs for each row execute function note_change('vpcs', 'project', 'project_id');

create table webhook_attempts (
  delivery_id uuid not null references alert_deliveries on delete cascade,
  attempt integer not null,
  result text not null check (result in ('succeeded', 'failed_http_error', 'failed_unreachable', 'failed_timeout')),
  -- Null without an answer.
  status integer,
  duration_ms integer,
  time_sent timestamptz not null,
  primary key (delivery_id, attempt),
  constraint webhook_attempts_duration_with_status check ((status is null) = (duration_ms is null))
);
create trigger note_change after insert or delete or update on webhook_attempts for each row execute function note_change('alerts', 'fleet');

create table webhook_secrets (
  id uuid primary key,
  receiver_id uuid not null references alert_receivers on delete cascade,
  -- It signs what is sent, so it is stored in clear.
  secret text not null,
  time_created timestamptz not null
);
create index webhook_secrets_receiver on webhook_secrets (receiver_id, time_created, id);
create trigger note_change after insert or delete or update on webhook_secrets for each row execute function note_change('alerts', 'fleet');

-- What free_snat_blocks must hold, for tests.
create view computed_free_snat_blocks as
 SELECT shared.ip_pool_id,
    shared.ip,
    blocks.first_port
   FROM ( SELECT DISTINCT external_ips.ip_pool_id,
            external_ips.ip
           FROM external_ips
          WHERE external_ips.kind = 'snat'::text) shared
     CROSS JOIN generate_series(0, 49152, 16384) blocks(first_port)
  WHERE NOT (EXISTS ( SELECT 1
           FROM external_ips used
          WHERE used.ip = shared.ip AND used.first_port = blocks.first_port AND used.kind = 'snat'::text));

-- What ip_pool_gaps must hold, for tests.
create view computed_ip_pool_gaps as
 SELECT pool.id AS owner_id,
    '0.0.0.0'::inet + lower(gap.gap) AS first,
    '0.0.0.0'::inet + (upper(gap.gap) - 1) AS last
   FROM ip_pools pool
     CROSS JOIN LATERAL unnest((( SELECT range_agg(int8range(ip_pool_ranges.first - '0.0.0.0'::inet, ip_pool_ranges.last - '0.0.0.0'::inet, '[]'::text)) AS range_agg
           FROM ip_pool_ranges
          WHERE ip_pool_ranges.ip_pool_id = pool.id)) - COALESCE(( SELECT range_agg(int8range(external_ips.ip - '0.0.0.0'::inet, external_ips.ip - '0.0.0.0'::inet, '[]'::text)) AS range_agg
           FROM external_ips
          WHERE external_ips.ip_pool_id = pool.id), '{}'::int8multirange)) gap(gap);

-- What subnet_gaps must hold, for tests.
create view computed_subnet_gaps as
 SELECT subnet.id AS owner_id,
    '0.0.0.0'::inet + lower(gap.gap) AS first,
    '0.0.0.0'::inet + (upper(gap.gap) - 1) AS last
   FROM subnets subnet
     CROSS JOIN LATERAL unnest(int8multirange(int8range(host(subnet.ipv4_block::inet)::inet - '0.0.0.0'::inet + 5, host(broadcast(subnet.ipv4_block::inet))::inet - '0.0.0.0'::inet, '[)'::text)) - COALESCE(( SELECT range_agg(int8range(used.ip - '0.0.0.0'::inet, used.ip - '0.0.0.0'::inet, '[]'::text)) AS range_agg
           FROM ( SELECT network_interfaces.ip
                   FROM network_interfaces
                  WHERE network_interfaces.subnet_id = subnet.id
                UNION ALL
                 SELECT probes.ip
                   FROM probes
                  WHERE probes.subnet_id = subnet.id) used), '{}'::int8multirange)) gap(gap);

// Made by tools/generate.mjs from control-plane/migrations. Do not edit.

/** Each column: its values, and whether PostgreSQL fills it where an insert gives none or computes it always. */
export interface MigratedTables {
  access_tokens: {
    id: { value: string; filled: false; computed: false }
    user_id: { value: string; filled: false; computed: false }
    client_id: { value: string; filled: false; computed: false }
    token_hash: { value: Uint8Array; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_expires: { value: Date | null; filled: false; computed: false }
  }
  address_lot_blocks: {
    id: { value: string; filled: false; computed: false }
    address_lot_id: { value: string; filled: false; computed: false }
    first: { value: string; filled: false; computed: false }
    last: { value: string; filled: false; computed: false }
  }
  address_lots: {
    id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    kind: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  affinity_group_members: {
    group_id: { value: string; filled: false; computed: false }
    instance_id: { value: string; filled: false; computed: false }
  }
  affinity_groups: {
    id: { value: string; filled: false; computed: false }
    project_id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    kind: { value: string; filled: false; computed: false }
    policy: { value: string; filled: false; computed: false }
    failure_domain: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  alert_conditions: {
    class: { value: string; filled: false; computed: false }
    subject: { value: string; filled: false; computed: false }
    time_began: { value: Date; filled: false; computed: false }
  }
  alert_deliveries: {
    id: { value: string; filled: false; computed: false }
    alert_id: { value: string | null; filled: false; computed: false }
    receiver_id: { value: string; filled: false; computed: false }
    trigger: { value: string; filled: false; computed: false }
    state: { value: string; filled: false; computed: false }
    due: { value: Date | null; filled: false; computed: false }
    lease_id: { value: string | null; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
  }
  alert_receivers: {
    id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    endpoint: { value: string; filled: false; computed: false }
    failures: { value: number; filled: true; computed: false }
    paused_until: { value: Date | null; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  alert_subscriptions: {
    receiver_id: { value: string; filled: false; computed: false }
    pattern: { value: string; filled: false; computed: false }
  }
  alerts: {
    id: { value: string; filled: false; computed: false }
    class: { value: string; filled: false; computed: false }
    data: { value: unknown; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_dispatched: { value: Date | null; filled: false; computed: false }
  }
  allow_list: {
    only_one: { value: boolean; filled: true; computed: false }
    networks: { value: unknown | null; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  audit_log: {
    id: { value: string; filled: false; computed: false }
    time: { value: Date; filled: false; computed: false }
    request_id: { value: string; filled: false; computed: false }
    operation: { value: string; filled: false; computed: false }
    actor_id: { value: string | null; filled: false; computed: false }
    silo_id: { value: string | null; filled: false; computed: false }
    credential_id: { value: string | null; filled: false; computed: false }
    source_address: { value: string | null; filled: false; computed: false }
    target: { value: string | null; filled: false; computed: false }
    project_id: { value: string | null; filled: false; computed: false }
    place_silo_id: { value: string | null; filled: false; computed: false }
    place_user_id: { value: string | null; filled: false; computed: false }
    status: { value: number; filled: false; computed: false }
    outcome: { value: string | null; filled: true; computed: true }
    detail: { value: unknown | null; filled: false; computed: false }
  }
  audit_mentions: {
    target: { value: string; filled: false; computed: false }
    time: { value: Date; filled: false; computed: false }
    record_id: { value: string; filled: false; computed: false }
  }
  bfd_sessions: {
    id: { value: string; filled: false; computed: false }
    switch_location: { value: string; filled: false; computed: false }
    remote: { value: string; filled: false; computed: false }
    local: { value: string | null; filled: false; computed: false }
    mode: { value: string; filled: false; computed: false }
    detection_threshold: { value: number; filled: false; computed: false }
    required_rx: { value: string; filled: false; computed: false }
  }
  bgp_announce_sets: {
    id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  bgp_announcements: {
    announce_set_id: { value: string; filled: false; computed: false }
    network: { value: string; filled: false; computed: false }
    address_lot_block_id: { value: string; filled: false; computed: false }
  }
  bgp_configs: {
    id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    asn: { value: number | bigint; filled: false; computed: false }
    vrf: { value: string | null; filled: false; computed: false }
    announce_set_id: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  builtin_users: {
    id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  certificates: {
    id: { value: string; filled: false; computed: false }
    silo_id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    cert: { value: string; filled: false; computed: false }
    private_key: { value: string; filled: false; computed: false }
    names: { value: unknown; filled: false; computed: false }
    warnings: { value: unknown; filled: true; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
    time_starts: { value: Date; filled: false; computed: false }
    time_expires: { value: Date; filled: false; computed: false }
  }
  deleted_things: {
    id: { value: string; filled: false; computed: false }
    kind: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    time_deleted: { value: Date; filled: false; computed: false }
  }
  device_requests: {
    id: { value: string; filled: false; computed: false }
    user_id: { value: string | null; filled: false; computed: false }
    token_id: { value: string | null; filled: false; computed: false }
    client_id: { value: string; filled: false; computed: false }
    device_code_hash: { value: Uint8Array; filled: false; computed: false }
    user_code: { value: string | null; filled: false; computed: false }
    ttl_seconds: { value: number | bigint | null; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_expires: { value: Date; filled: false; computed: false }
    time_last_polled: { value: Date | null; filled: false; computed: false }
  }
  disk_imports: {
    disk_id: { value: string; filled: false; computed: false }
    written_end: { value: number | bigint; filled: false; computed: false }
  }
  disks: {
    id: { value: string; filled: false; computed: false }
    project_id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    size: { value: number | bigint; filled: false; computed: false }
    block_size: { value: number; filled: false; computed: false }
    source: { value: string; filled: false; computed: false }
    image_id: { value: string | null; filled: false; computed: false }
    snapshot_id: { value: string | null; filled: false; computed: false }
    has_volume: { value: boolean; filled: true; computed: false }
    import_generation: { value: number; filled: true; computed: false }
    finalized: { value: boolean; filled: false; computed: false }
    deletion_locked: { value: boolean; filled: true; computed: false }
    instance_id: { value: string | null; filled: false; computed: false }
    state: { value: string; filled: false; computed: false }
    saga_id: { value: string | null; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
    time_state_updated: { value: Date; filled: false; computed: false }
  }
  external_ips: {
    id: { value: string; filled: false; computed: false }
    ip_pool_id: { value: string; filled: false; computed: false }
    project_id: { value: string; filled: false; computed: false }
    instance_id: { value: string | null; filled: false; computed: false }
    probe_id: { value: string | null; filled: false; computed: false }
    name: { value: string | null; filled: false; computed: false }
    description: { value: string | null; filled: false; computed: false }
    kind: { value: string; filled: false; computed: false }
    ip: { value: string; filled: false; computed: false }
    first_port: { value: number | null; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
    time_attachment_updated: { value: Date; filled: false; computed: false }
  }
  firewall_rules: {
    id: { value: string; filled: false; computed: false }
    vpc_id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    direction: { value: string; filled: false; computed: false }
    action: { value: string; filled: false; computed: false }
    priority: { value: number; filled: false; computed: false }
    targets: { value: unknown; filled: false; computed: false }
    filters: { value: unknown; filled: false; computed: false }
    status: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  free_snat_blocks: {
    ip_pool_id: { value: string; filled: false; computed: false }
    ip: { value: string; filled: false; computed: false }
    first_port: { value: number; filled: false; computed: false }
  }
  group_members: {
    group_id: { value: string; filled: false; computed: false }
    user_id: { value: string; filled: false; computed: false }
  }
  groups: {
    id: { value: string; filled: false; computed: false }
    silo_id: { value: string; filled: false; computed: false }
    external_id: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  image_fetches: {
    id: { value: string; filled: false; computed: false }
    silo_id: { value: string; filled: false; computed: false }
    project_id: { value: string | null; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    os: { value: string; filled: false; computed: false }
    version: { value: string; filled: false; computed: false }
    url: { value: string; filled: false; computed: false }
    checksum_url: { value: string | null; filled: false; computed: false }
    checksum: { value: unknown | null; filled: false; computed: false }
    requested_size: { value: number | bigint | null; filled: false; computed: false }
    size: { value: number | bigint | null; filled: false; computed: false }
    bytes_received: { value: number | bigint; filled: true; computed: false }
    bytes_total: { value: number | bigint | null; filled: false; computed: false }
    etag: { value: string | null; filled: false; computed: false }
    state: { value: string; filled: false; computed: false }
    reason_for_failure: { value: string | null; filled: false; computed: false }
    retry_reason: { value: string | null; filled: false; computed: false }
    saga_id: { value: string | null; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  images: {
    id: { value: string; filled: false; computed: false }
    silo_id: { value: string; filled: false; computed: false }
    project_id: { value: string | null; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    os: { value: string; filled: false; computed: false }
    version: { value: string; filled: false; computed: false }
    size: { value: number | bigint; filled: false; computed: false }
    block_size: { value: number; filled: false; computed: false }
    digest: { value: unknown | null; filled: false; computed: false }
    source: { value: unknown; filled: false; computed: false }
    deletion_locked: { value: boolean; filled: true; computed: false }
    state: { value: string; filled: false; computed: false }
    saga_id: { value: string | null; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
    time_state_updated: { value: Date; filled: false; computed: false }
  }
  instance_ssh_keys: {
    instance_id: { value: string; filled: false; computed: false }
    id: { value: string; filled: false; computed: false }
    user_id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    public_key: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  instance_user_data: {
    instance_id: { value: string; filled: false; computed: false }
    user_data: { value: Uint8Array; filled: false; computed: false }
  }
  instances: {
    id: { value: string; filled: false; computed: false }
    project_id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    hostname: { value: string; filled: false; computed: false }
    ncpus: { value: number; filled: false; computed: false }
    memory: { value: number | bigint; filled: false; computed: false }
    firmware: { value: string; filled: true; computed: false }
    boot_disk_id: { value: string | null; filled: false; computed: false }
    auto_restart_policy: { value: string | null; filled: false; computed: false }
    deletion_locked: { value: boolean; filled: true; computed: false }
    intent: { value: string; filled: false; computed: false }
    run_state: { value: string; filled: false; computed: false }
    run_id: { value: string | null; filled: false; computed: false }
    sled_id: { value: string | null; filled: false; computed: false }
    migration_sled_id: { value: string | null; filled: false; computed: false }
    saga_id: { value: string | null; filled: false; computed: false }
    start_refusal: { value: string | null; filled: false; computed: false }
    condition: { value: string | null; filled: false; computed: false }
    condition_detail: { value: string | null; filled: false; computed: false }
    auto_restart_due: { value: Date | null; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
    time_run_state_updated: { value: Date; filled: false; computed: false }
    time_booted: { value: Date | null; filled: false; computed: false }
    time_condition: { value: Date | null; filled: false; computed: false }
    time_last_auto_restarted: { value: Date | null; filled: false; computed: false }
  }
  internet_gateway_ip_addresses: {
    id: { value: string; filled: false; computed: false }
    internet_gateway_id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    address: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  internet_gateway_ip_pools: {
    id: { value: string; filled: false; computed: false }
    internet_gateway_id: { value: string; filled: false; computed: false }
    ip_pool_id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  internet_gateways: {
    id: { value: string; filled: false; computed: false }
    vpc_id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  ip_pool_cursors: {
    owner_id: { value: string; filled: false; computed: false }
    last: { value: string; filled: false; computed: false }
  }
  ip_pool_gaps: {
    owner_id: { value: string; filled: false; computed: false }
    first: { value: string; filled: false; computed: false }
    last: { value: string; filled: false; computed: false }
  }
  ip_pool_ranges: {
    id: { value: string; filled: false; computed: false }
    ip_pool_id: { value: string; filled: false; computed: false }
    first: { value: string; filled: false; computed: false }
    last: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
  }
  ip_pool_silos: {
    ip_pool_id: { value: string; filled: false; computed: false }
    silo_id: { value: string; filled: false; computed: false }
    is_default: { value: boolean; filled: false; computed: false }
  }
  ip_pools: {
    id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    is_service: { value: boolean; filled: true; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  issue_acknowledgements: {
    kind: { value: string; filled: false; computed: false }
    subject: { value: string; filled: false; computed: false }
    severity: { value: string; filled: false; computed: false }
    note: { value: string; filled: false; computed: false }
    actor_id: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
  }
  issue_times: {
    kind: { value: string; filled: false; computed: false }
    subject: { value: string; filled: false; computed: false }
    time_began: { value: Date; filled: false; computed: false }
  }
  loopback_addresses: {
    id: { value: string; filled: false; computed: false }
    rack_id: { value: string; filled: false; computed: false }
    switch_location: { value: string; filled: false; computed: false }
    address: { value: string; filled: false; computed: false }
    mask: { value: number; filled: false; computed: false }
    anycast: { value: boolean; filled: false; computed: false }
    address_lot_block_id: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
  }
  machine_absences: {
    instance_id: { value: string; filled: false; computed: false }
    run_id: { value: string; filled: false; computed: false }
    confirmed: { value: boolean; filled: true; computed: false }
    time_first: { value: Date; filled: false; computed: false }
  }
  machine_events: {
    id: { value: string; filled: false; computed: false }
    time: { value: Date; filled: false; computed: false }
    event: { value: string; filled: false; computed: false }
    subject_id: { value: string; filled: false; computed: false }
    silo_id: { value: string | null; filled: false; computed: false }
    project_id: { value: string | null; filled: false; computed: false }
    reason: { value: string | null; filled: false; computed: false }
  }
  network_interfaces: {
    id: { value: string; filled: false; computed: false }
    instance_id: { value: string; filled: false; computed: false }
    vpc_id: { value: string; filled: false; computed: false }
    subnet_id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    ip: { value: string; filled: false; computed: false }
    mac: { value: string; filled: false; computed: false }
    is_primary: { value: boolean; filled: false; computed: false }
    slot: { value: number; filled: false; computed: false }
    transit_ips: { value: unknown; filled: true; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  overcommitment: {
    only_one: { value: boolean; filled: true; computed: false }
    cpu: { value: number; filled: true; computed: false }
    storage: { value: number; filled: true; computed: false }
    time_modified: { value: Date; filled: true; computed: false }
  }
  physical_disks: {
    id: { value: string; filled: false; computed: false }
    sled_id: { value: string; filled: false; computed: false }
    vendor: { value: string; filled: false; computed: false }
    model: { value: string; filled: false; computed: false }
    serial: { value: string; filled: false; computed: false }
    form_factor: { value: string; filled: false; computed: false }
    size: { value: number | bigint; filled: false; computed: false }
    policy: { value: string; filled: false; computed: false }
    missing: { value: boolean; filled: true; computed: false }
    state: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
    time_unlisted: { value: Date | null; filled: false; computed: false }
  }
  platform_events: {
    sequence: { value: number | bigint; filled: true; computed: true }
    id: { value: string; filled: false; computed: false }
    subject: { value: string; filled: false; computed: false }
    event: { value: unknown; filled: false; computed: false }
    attempts: { value: number; filled: true; computed: false }
    error: { value: string | null; filled: false; computed: false }
    due: { value: Date; filled: false; computed: false }
    time_recorded: { value: Date; filled: false; computed: false }
    time_applied: { value: Date | null; filled: false; computed: false }
  }
  platform_storage: {
    id: { value: string; filled: true; computed: false }
    used: { value: boolean; filled: true; computed: false }
  }
  probes: {
    id: { value: string; filled: false; computed: false }
    project_id: { value: string; filled: false; computed: false }
    vpc_id: { value: string; filled: false; computed: false }
    subnet_id: { value: string; filled: false; computed: false }
    sled_id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    interface_id: { value: string; filled: false; computed: false }
    ip: { value: string; filled: false; computed: false }
    mac: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  project_usage: {
    project_id: { value: string; filled: false; computed: false }
    cpus: { value: number | bigint; filled: false; computed: false }
    memory: { value: number | bigint; filled: false; computed: false }
    storage: { value: number | bigint; filled: false; computed: false }
  }
  projects: {
    id: { value: string; filled: false; computed: false }
    silo_id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    deletion_locked: { value: boolean; filled: true; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  quotas: {
    silo_id: { value: string; filled: false; computed: false }
    cpus: { value: number | bigint; filled: false; computed: false }
    memory: { value: number | bigint; filled: false; computed: false }
    storage: { value: number | bigint; filled: false; computed: false }
    cpus_provisioned: { value: number | bigint; filled: true; computed: false }
    memory_provisioned: { value: number | bigint; filled: true; computed: false }
    storage_provisioned: { value: number | bigint; filled: true; computed: false }
  }
  racks: {
    id: { value: string; filled: false; computed: false }
    missing: { value: boolean; filled: true; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
    time_unlisted: { value: Date | null; filled: false; computed: false }
  }
  release_components: {
    id: { value: string; filled: false; computed: false }
    kind: { value: string; filled: false; computed: false }
    serial: { value: string; filled: false; computed: false }
    generation: { value: number | bigint; filled: false; computed: false }
    state: { value: string; filled: false; computed: false }
    system_version: { value: string | null; filled: false; computed: false }
    problem: { value: string | null; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  role_assignments: {
    level: { value: string; filled: false; computed: false }
    resource_id: { value: string; filled: false; computed: false }
    identity_type: { value: string; filled: false; computed: false }
    identity_id: { value: string; filled: false; computed: false }
    role: { value: string; filled: false; computed: false }
  }
  router_routes: {
    id: { value: string; filled: false; computed: false }
    router_id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    kind: { value: string; filled: false; computed: false }
    destination: { value: unknown; filled: false; computed: false }
    target: { value: unknown; filled: false; computed: false }
    subnet_id: { value: string | null; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  routers: {
    id: { value: string; filled: false; computed: false }
    vpc_id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    kind: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  sagas: {
    id: { value: string; filled: false; computed: false }
    parent_id: { value: string | null; filled: false; computed: false }
    waits_for: { value: string | null; filled: false; computed: false }
    silo_id: { value: string; filled: true; computed: false }
    project_id: { value: string; filled: true; computed: false }
    actor_id: { value: string | null; filled: false; computed: false }
    request_id: { value: string | null; filled: false; computed: false }
    order_no: { value: number | bigint; filled: true; computed: false }
    name: { value: string; filled: false; computed: false }
    slow: { value: boolean; filled: true; computed: false }
    data: { value: unknown; filled: false; computed: false }
    step: { value: number; filled: false; computed: false }
    undoing: { value: boolean; filled: false; computed: false }
    attempts: { value: number; filled: false; computed: false }
    error: { value: string | null; filled: false; computed: false }
    failure: { value: unknown | null; filled: false; computed: false }
    state: { value: string; filled: false; computed: false }
    due: { value: Date; filled: false; computed: false }
    lease_id: { value: string | null; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  saml_identity_providers: {
    id: { value: string; filled: false; computed: false }
    silo_id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    idp_entity_id: { value: string; filled: false; computed: false }
    sp_client_id: { value: string; filled: false; computed: false }
    acs_url: { value: string; filled: false; computed: false }
    slo_url: { value: string; filled: false; computed: false }
    technical_contact_email: { value: string; filled: false; computed: false }
    group_attribute_name: { value: string | null; filled: false; computed: false }
    sign_in_url: { value: string; filled: false; computed: false }
    idp_certificates: { value: unknown; filled: false; computed: false }
    public_cert: { value: string | null; filled: false; computed: false }
    private_key: { value: string | null; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
    time_made_default: { value: Date | null; filled: false; computed: false }
  }
  sample_roll_ups: {
    resolution_ms: { value: number; filled: false; computed: false }
    done_until: { value: number | bigint; filled: false; computed: false }
  }
  samples: {
    series_id: { value: number; filled: false; computed: false }
    time: { value: number | bigint; filled: false; computed: false }
    start_time: { value: number | bigint | null; filled: false; computed: false }
    whole: { value: number | bigint | null; filled: false; computed: false }
    real: { value: number | null; filled: false; computed: false }
    other: { value: unknown | null; filled: false; computed: false }
    merged: { value: number; filled: true; computed: false }
  }
  sessions: {
    id: { value: string; filled: false; computed: false }
    user_id: { value: string; filled: false; computed: false }
    token_hash: { value: Uint8Array; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_last_used: { value: Date; filled: false; computed: false }
  }
  settings: {
    key: { value: string; filled: false; computed: false }
    value: { value: unknown; filled: false; computed: false }
  }
  sign_in_addresses: {
    user_id: { value: string; filled: false; computed: false }
    address: { value: string; filled: false; computed: false }
    time_last_success: { value: Date; filled: false; computed: false }
  }
  sign_in_attempts: {
    key: { value: Uint8Array; filled: false; computed: false }
    kind: { value: string; filled: false; computed: false }
    attempts: { value: number; filled: false; computed: false }
    strikes: { value: number; filled: true; computed: false }
    window_start: { value: Date; filled: false; computed: false }
    blocked_until: { value: Date | null; filled: false; computed: false }
  }
  silos: {
    id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    discoverable: { value: boolean; filled: false; computed: false }
    identity_mode: { value: string; filled: false; computed: false }
    mapped_fleet_roles: { value: unknown; filled: true; computed: false }
    device_token_max_ttl_seconds: { value: number | bigint | null; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  sled_additions: {
    id: { value: string; filled: false; computed: false }
    part: { value: string; filled: false; computed: false }
    serial: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
  }
  sleds: {
    id: { value: string; filled: false; computed: false }
    rack_id: { value: string; filled: false; computed: false }
    part: { value: string; filled: false; computed: false }
    serial: { value: string; filled: false; computed: false }
    revision: { value: number; filled: false; computed: false }
    cubby: { value: number; filled: false; computed: false }
    threads: { value: number; filled: false; computed: false }
    memory: { value: number | bigint; filled: false; computed: false }
    storage: { value: number | bigint | null; filled: false; computed: false }
    provisionable_vcpus: { value: number; filled: false; computed: false }
    provisionable_storage: { value: number | bigint | null; filled: false; computed: false }
    threads_provisioned: { value: number; filled: true; computed: false }
    memory_provisioned: { value: number | bigint; filled: true; computed: false }
    policy: { value: string; filled: false; computed: false }
    provisionable: { value: boolean; filled: false; computed: false }
    reachable: { value: boolean; filled: false; computed: false }
    storage_full: { value: boolean; filled: true; computed: false }
    missing: { value: boolean; filled: true; computed: false }
    state: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
    time_unlisted: { value: Date | null; filled: false; computed: false }
  }
  snapshots: {
    id: { value: string; filled: false; computed: false }
    project_id: { value: string; filled: false; computed: false }
    disk_id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    size: { value: number | bigint; filled: false; computed: false }
    block_size: { value: number; filled: false; computed: false }
    digest: { value: unknown | null; filled: false; computed: false }
    state: { value: string; filled: false; computed: false }
    saga_id: { value: string | null; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  ssh_keys: {
    id: { value: string; filled: false; computed: false }
    user_id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    public_key: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  storage_absences: {
    id: { value: string; filled: false; computed: false }
    confirmed: { value: boolean; filled: true; computed: false }
    time_first: { value: Date; filled: false; computed: false }
  }
  storage_losses: {
    id: { value: string; filled: false; computed: false }
    instance_id: { value: string | null; filled: false; computed: false }
    run_id: { value: string | null; filled: false; computed: false }
    boot: { value: boolean; filled: true; computed: false }
  }
  subnet_cursors: {
    owner_id: { value: string; filled: false; computed: false }
    last: { value: string; filled: false; computed: false }
  }
  subnet_gaps: {
    owner_id: { value: string; filled: false; computed: false }
    first: { value: string; filled: false; computed: false }
    last: { value: string; filled: false; computed: false }
  }
  subnets: {
    id: { value: string; filled: false; computed: false }
    vpc_id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    ipv4_block: { value: string; filled: false; computed: false }
    ipv6_block: { value: string; filled: false; computed: false }
    custom_router_id: { value: string | null; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  support_bundles: {
    id: { value: string; filled: false; computed: false }
    physical_disk_id: { value: string | null; filled: false; computed: false }
    reason_for_creation: { value: string; filled: false; computed: false }
    state: { value: string; filled: false; computed: false }
    reason_for_failure: { value: string | null; filled: false; computed: false }
    saga_id: { value: string | null; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  switch_port_addresses: {
    port_settings_id: { value: string; filled: false; computed: false }
    position: { value: number; filled: false; computed: false }
    link_name: { value: string; filled: false; computed: false }
    address: { value: string; filled: false; computed: false }
    width: { value: number; filled: false; computed: false }
    vlan_id: { value: number | null; filled: false; computed: false }
    address_lot_block_id: { value: string; filled: false; computed: false }
  }
  switch_port_peers: {
    port_settings_id: { value: string; filled: false; computed: false }
    position: { value: number; filled: false; computed: false }
    bgp_config_id: { value: string; filled: false; computed: false }
    peer: { value: unknown; filled: false; computed: false }
  }
  switch_port_settings: {
    id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    geometry: { value: string; filled: false; computed: false }
    links: { value: unknown; filled: false; computed: false }
    interfaces: { value: unknown; filled: false; computed: false }
    routes: { value: unknown; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  switch_ports: {
    id: { value: string; filled: false; computed: false }
    rack_id: { value: string; filled: false; computed: false }
    switch_location: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    port_settings_id: { value: string | null; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  switches: {
    id: { value: string; filled: false; computed: false }
    rack_id: { value: string; filled: false; computed: false }
    location: { value: string; filled: false; computed: false }
    part: { value: string; filled: false; computed: false }
    serial: { value: string; filled: false; computed: false }
    revision: { value: number; filled: false; computed: false }
    missing: { value: boolean; filled: true; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
    time_unlisted: { value: Date | null; filled: false; computed: false }
  }
  system_networking: {
    only_one: { value: boolean; filled: true; computed: false }
    generation: { value: number; filled: true; computed: false }
    inbound_icmp: { value: boolean; filled: true; computed: false }
  }
  target_release: {
    only_one: { value: boolean; filled: true; computed: false }
    generation: { value: number | bigint; filled: true; computed: false }
    system_version: { value: string | null; filled: false; computed: false }
    rollout_saga_id: { value: string | null; filled: false; computed: false }
    time_requested: { value: Date; filled: true; computed: false }
  }
  timeseries: {
    id: { value: number; filled: true; computed: true }
    name: { value: string; filled: false; computed: false }
    key: { value: string; filled: false; computed: false }
    fields: { value: unknown; filled: false; computed: false }
    last_time: { value: number | bigint; filled: false; computed: false }
    last_start_time: { value: number | bigint | null; filled: false; computed: false }
    last_value: { value: unknown | null; filled: false; computed: false }
  }
  unknown_machines: {
    instance_id: { value: string; filled: false; computed: false }
    sled_id: { value: string; filled: false; computed: false }
    time_first: { value: Date; filled: false; computed: false }
  }
  update_artifacts: {
    id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    version: { value: string; filled: false; computed: false }
    kind: { value: string; filled: false; computed: false }
    hash: { value: string; filled: false; computed: false }
    size: { value: number | bigint; filled: false; computed: false }
  }
  update_repositories: {
    id: { value: string; filled: false; computed: false }
    system_version: { value: string; filled: false; computed: false }
    file_name: { value: string; filled: false; computed: false }
    hash: { value: string; filled: false; computed: false }
    targets_role_version: { value: number | bigint; filled: false; computed: false }
    valid_until: { value: Date; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
  }
  update_repository_artifacts: {
    repository_id: { value: string; filled: false; computed: false }
    artifact_id: { value: string; filled: false; computed: false }
  }
  update_trust_roots: {
    id: { value: string; filled: false; computed: false }
    root_role: { value: unknown; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
  }
  usage_points: {
    collection_id: { value: string; filled: false; computed: false }
    time: { value: Date; filled: false; computed: false }
    sequence: { value: number | bigint; filled: true; computed: true }
    cpus: { value: number | bigint; filled: false; computed: false }
    memory: { value: number | bigint; filled: false; computed: false }
    storage: { value: number | bigint; filled: false; computed: false }
  }
  used_saml_assertions: {
    silo_id: { value: string; filled: false; computed: false }
    assertion_hash: { value: Uint8Array; filled: false; computed: false }
    time_expires: { value: Date; filled: false; computed: false }
  }
  users: {
    id: { value: string; filled: false; computed: false }
    silo_id: { value: string; filled: false; computed: false }
    external_id: { value: string; filled: false; computed: false }
    password_hash: { value: string | null; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  vpcs: {
    id: { value: string; filled: false; computed: false }
    project_id: { value: string; filled: false; computed: false }
    name: { value: string; filled: false; computed: false }
    description: { value: string; filled: false; computed: false }
    dns_name: { value: string; filled: false; computed: false }
    ipv6_prefix: { value: string; filled: false; computed: false }
    vni: { value: number; filled: false; computed: false }
    system_router_id: { value: string; filled: false; computed: false }
    deletion_locked: { value: boolean; filled: true; computed: false }
    generation: { value: number; filled: true; computed: false }
    time_created: { value: Date; filled: false; computed: false }
    time_modified: { value: Date; filled: false; computed: false }
  }
  webhook_attempts: {
    delivery_id: { value: string; filled: false; computed: false }
    attempt: { value: number; filled: false; computed: false }
    result: { value: string; filled: false; computed: false }
    status: { value: number | null; filled: false; computed: false }
    duration_ms: { value: number | null; filled: false; computed: false }
    time_sent: { value: Date; filled: false; computed: false }
  }
  webhook_secrets: {
    id: { value: string; filled: false; computed: false }
    receiver_id: { value: string; filled: false; computed: false }
    secret: { value: string; filled: false; computed: false }
    time_created: { value: Date; filled: false; computed: false }
  }
}

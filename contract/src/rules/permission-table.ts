import type { OperationId } from '../operations.ts'
import type { Needs } from './needs.ts'

const siloOrFleetAdmin = { anyOf: ['silo.admin', 'fleet.admin'] } as const
const selfOrAdmin = { anyOf: ['self', 'silo.admin', 'fleet.admin'] } as const
const memberOrFleetViewer = { anyOf: ['silo.member', 'fleet.viewer'] } as const
const imageViewer = { inProject: 'project.viewer', inSilo: 'silo.viewer' } as const
const imageCollaborator = { inProject: 'project.collaborator', inSilo: 'silo.collaborator' } as const

/** What each operation requires. The control plane enforces this table; the console disables controls by it. */
export const permissions = {
  // identity/access-tokens
  current_user_access_token_list: 'user',
  current_user_access_token_delete: 'user',

  // identity/auth-settings
  auth_settings_view: 'user',
  auth_settings_update: { anyOf: ['silo.admin', 'fleet.collaborator'] },

  // identity/certificates
  certificate_list: siloOrFleetAdmin,
  certificate_create: siloOrFleetAdmin,
  certificate_view: siloOrFleetAdmin,
  certificate_delete: siloOrFleetAdmin,

  // identity/events
  event_stream: 'user',

  // identity/groups
  group_list: 'user',
  group_view: 'user',

  // identity/identity-providers
  silo_identity_provider_list: memberOrFleetViewer,
  saml_identity_provider_create: siloOrFleetAdmin,
  saml_identity_provider_delete: siloOrFleetAdmin,
  saml_identity_provider_make_default: siloOrFleetAdmin,
  saml_identity_provider_view: { anyOf: ['silo.viewer', 'fleet.viewer'] },

  // identity/me
  current_user_view: 'user',
  current_user_groups: 'user',

  // identity/policies
  policy_view: 'user',
  policy_update: { anyOf: ['silo.admin', 'fleet.collaborator'] },
  project_policy_view: 'project.viewer',
  project_policy_update: 'project.admin',
  system_policy_view: 'fleet.viewer',
  system_policy_update: 'fleet.admin',
  silo_policy_view: memberOrFleetViewer,
  silo_policy_update: { anyOf: ['silo.admin', 'fleet.collaborator'] },

  // identity/quotas
  system_quotas_list: 'fleet.viewer',
  silo_quotas_view: memberOrFleetViewer,
  silo_quotas_update: 'fleet.collaborator',

  // identity/roles
  role_list: 'fleet.viewer',
  role_view: 'fleet.viewer',

  // identity/sessions
  device_auth_request: 'anyone',
  device_auth_confirm: 'user',
  device_access_token: 'anyone',
  login_saml: 'anyone',
  login_providers_view: 'anyone',
  login_saml_begin: 'anyone',
  login_local: 'anyone',
  logout: 'anyone',

  // identity/silos
  silo_list: 'fleet.viewer',
  silo_create: 'fleet.collaborator',
  silo_view: memberOrFleetViewer,
  silo_delete: 'fleet.collaborator',

  // identity/ssh-keys
  current_user_ssh_key_list: 'user',
  current_user_ssh_key_create: 'user',
  current_user_ssh_key_view: 'user',
  current_user_ssh_key_delete: 'user',

  // identity/users
  local_idp_user_create: siloOrFleetAdmin,
  local_idp_user_delete: siloOrFleetAdmin,
  local_idp_user_set_password: selfOrAdmin,
  silo_user_list: memberOrFleetViewer,
  silo_user_view: memberOrFleetViewer,
  user_builtin_list: 'fleet.viewer',
  user_builtin_view: 'fleet.viewer',
  user_list: 'user',
  user_logout: selfOrAdmin,
  user_session_list: selfOrAdmin,
  user_token_list: selfOrAdmin,

  // identity/utilization
  silo_utilization_list: 'fleet.viewer',
  silo_utilization_view: 'fleet.viewer',
  utilization_view: 'user',

  // compute/affinity
  affinity_group_list: 'project.viewer',
  affinity_group_create: 'project.collaborator',
  affinity_group_view: 'project.viewer',
  affinity_group_update: 'project.collaborator',
  affinity_group_delete: 'project.collaborator',
  affinity_group_member_list: 'project.viewer',
  affinity_group_member_instance_view: 'project.viewer',
  affinity_group_member_instance_add: 'project.collaborator',
  affinity_group_member_instance_delete: 'project.collaborator',
  anti_affinity_group_list: 'project.viewer',
  anti_affinity_group_create: 'project.collaborator',
  anti_affinity_group_view: 'project.viewer',
  anti_affinity_group_update: 'project.collaborator',
  anti_affinity_group_delete: 'project.collaborator',
  anti_affinity_group_member_list: 'project.viewer',
  anti_affinity_group_member_instance_view: 'project.viewer',
  anti_affinity_group_member_instance_add: 'project.collaborator',
  anti_affinity_group_member_instance_delete: 'project.collaborator',
  instance_affinity_group_list: 'project.viewer',
  instance_anti_affinity_group_list: 'project.viewer',

  // compute/disks
  disk_list: 'project.viewer',
  disk_create: 'project.collaborator',
  disk_view: 'project.viewer',
  disk_delete: 'project.collaborator',
  disk_deletion_lock_update: 'project.collaborator',
  disk_bulk_write_import: 'project.collaborator',
  disk_bulk_write_import_start: 'project.collaborator',
  disk_bulk_write_import_stop: 'project.collaborator',
  disk_finalize_import: 'project.collaborator',
  disk_cancel_import: 'project.collaborator',
  disk_metrics_list: 'project.viewer',

  // compute/images
  image_list: imageViewer,
  image_create: imageCollaborator,
  image_view: imageViewer,
  image_delete: imageCollaborator,
  image_deletion_lock_update: imageCollaborator,
  image_demote: 'silo.collaborator',
  image_promote: ['project.collaborator', 'silo.collaborator'],

  // compute/image-fetches
  image_catalog_list: 'user',
  image_fetch_list: imageViewer,
  image_fetch_create: imageCollaborator,
  image_fetch_view: imageViewer,
  image_fetch_delete: imageCollaborator,

  // compute/instances
  instance_list: 'project.viewer',
  instance_parts_list: 'project.viewer',
  instance_create: 'project.collaborator',
  instance_view: 'project.viewer',
  instance_update: 'project.collaborator',
  instance_delete: 'project.collaborator',
  instance_deletion_lock_update: 'project.collaborator',
  instance_disk_list: 'project.viewer',
  instance_disk_attach: 'project.collaborator',
  instance_disk_detach: 'project.collaborator',
  instance_power_off: 'project.collaborator',
  instance_reboot: 'project.collaborator',
  instance_serial_console: 'project.viewer',
  instance_graphical_console_stream: 'project.collaborator',
  instance_guest_view: 'project.viewer',
  instance_serial_console_stream: 'project.collaborator',
  instance_port_forward_list: 'project.viewer',
  instance_ssh_public_key_list: 'project.viewer',
  instance_start: 'project.collaborator',
  instance_stop: 'project.collaborator',

  // compute/project-overview
  project_overview: 'project.viewer',

  // compute/probes
  probe_list: 'project.viewer',
  probe_create: ['project.collaborator', 'fleet.viewer'],
  probe_view: 'project.viewer',
  probe_delete: 'project.collaborator',

  // compute/projects
  project_list: { anyOf: ['silo.viewer', 'any-project'] },
  project_create: 'silo.collaborator',
  project_view: 'project.viewer',
  project_update: 'project.admin',
  project_delete: 'project.admin',
  project_deletion_lock_update: 'project.admin',

  // compute/snapshots
  snapshot_list: 'project.viewer',
  snapshot_create: 'project.collaborator',
  snapshot_view: 'project.viewer',
  snapshot_delete: 'project.collaborator',

  // network/external-ips
  instance_external_ip_list: 'project.viewer',
  instance_ephemeral_ip_attach: 'project.collaborator',
  instance_ephemeral_ip_detach: 'project.collaborator',

  // network/firewall-rules
  vpc_firewall_rules_view: 'project.viewer',
  vpc_firewall_rules_update: 'project.collaborator',

  // network/floating-ips
  floating_ip_list: 'project.viewer',
  floating_ip_create: 'project.collaborator',
  floating_ip_view: 'project.viewer',
  floating_ip_update: 'project.collaborator',
  floating_ip_delete: 'project.collaborator',
  floating_ip_attach: 'project.collaborator',
  floating_ip_detach: 'project.collaborator',

  // network/internet-gateways
  internet_gateway_ip_address_list: 'project.viewer',
  internet_gateway_ip_address_create: 'project.collaborator',
  internet_gateway_ip_address_delete: 'project.collaborator',
  internet_gateway_ip_pool_list: 'project.viewer',
  internet_gateway_ip_pool_create: 'project.collaborator',
  internet_gateway_ip_pool_delete: 'project.collaborator',
  internet_gateway_list: 'project.viewer',
  internet_gateway_create: 'project.collaborator',
  internet_gateway_view: 'project.viewer',
  internet_gateway_delete: 'project.collaborator',

  // network/ip-pools
  project_ip_pool_list: 'user',
  project_ip_pool_view: 'user',
  ip_pool_list: 'fleet.viewer',
  ip_pool_create: 'fleet.admin',
  ip_pool_view: 'fleet.viewer',
  ip_pool_update: 'fleet.admin',
  ip_pool_delete: 'fleet.admin',
  ip_pool_range_list: 'fleet.viewer',
  ip_pool_range_add: 'fleet.admin',
  ip_pool_range_remove: 'fleet.admin',
  ip_pool_silo_list: 'fleet.viewer',
  ip_pool_silo_link: 'fleet.admin',
  ip_pool_silo_update: 'fleet.admin',
  ip_pool_silo_unlink: 'fleet.admin',
  ip_pool_utilization_view: 'fleet.viewer',
  ip_pool_service_view: 'fleet.viewer',
  ip_pool_service_range_list: 'fleet.viewer',
  ip_pool_service_range_add: 'fleet.admin',
  ip_pool_service_range_remove: 'fleet.admin',
  silo_ip_pool_list: 'fleet.viewer',

  // network/network-interfaces
  instance_network_interface_list: 'project.viewer',
  instance_network_interface_create: 'project.collaborator',
  instance_network_interface_view: 'project.viewer',
  instance_network_interface_update: 'project.collaborator',
  instance_network_interface_delete: 'project.collaborator',

  // network/routers
  vpc_router_route_list: 'project.viewer',
  vpc_router_route_create: 'project.collaborator',
  vpc_router_route_view: 'project.viewer',
  vpc_router_route_update: 'project.collaborator',
  vpc_router_route_delete: 'project.collaborator',
  vpc_router_list: 'project.viewer',
  vpc_router_create: 'project.collaborator',
  vpc_router_view: 'project.viewer',
  vpc_router_update: 'project.collaborator',
  vpc_router_delete: 'project.collaborator',

  // network/subnets
  vpc_subnet_list: 'project.viewer',
  vpc_subnet_create: 'project.collaborator',
  vpc_subnet_view: 'project.viewer',
  vpc_subnet_update: 'project.collaborator',
  vpc_subnet_delete: 'project.collaborator',
  vpc_subnet_list_network_interfaces: 'project.viewer',

  // network/vpcs
  vpc_list: 'project.viewer',
  vpc_create: 'project.collaborator',
  vpc_view: 'project.viewer',
  vpc_update: 'project.collaborator',
  vpc_delete: 'project.collaborator',
  vpc_deletion_lock_update: 'project.collaborator',

  // fleet/address-lots
  networking_address_lot_list: 'fleet.viewer',
  networking_address_lot_create: 'fleet.collaborator',
  networking_address_lot_delete: 'fleet.admin',
  networking_address_lot_block_list: 'fleet.viewer',

  // fleet/alerts
  alert_class_list: 'fleet.viewer',
  alert_receiver_list: 'fleet.viewer',
  alert_receiver_view: 'fleet.viewer',
  alert_receiver_delete: 'fleet.admin',
  alert_delivery_list: 'fleet.viewer',
  alert_receiver_probe: 'fleet.viewer',
  alert_probe_list: 'fleet.viewer',
  alert_receiver_subscription_add: 'fleet.admin',
  alert_receiver_subscription_remove: 'fleet.admin',
  alert_delivery_resend: 'fleet.admin',

  // fleet/allow-list
  networking_allow_list_view: 'fleet.viewer',
  networking_allow_list_update: 'fleet.admin',

  // fleet/audit-log
  audit_log_list: 'fleet.viewer',
  audit_log_export: 'fleet.viewer',
  audit_log_entry_view: 'fleet.viewer',

  // fleet/bfd
  networking_bfd_disable: 'fleet.admin',
  networking_bfd_enable: 'fleet.admin',
  networking_bfd_status: 'fleet.viewer',

  // fleet/bgp
  networking_bgp_config_list: 'fleet.viewer',
  networking_bgp_config_create: 'fleet.admin',
  networking_bgp_config_delete: 'fleet.admin',
  networking_bgp_announce_set_list: 'fleet.viewer',
  networking_bgp_announce_set_update: 'fleet.admin',
  networking_bgp_announce_set_delete: 'fleet.admin',
  networking_bgp_announcement_list: 'fleet.viewer',
  networking_bgp_exported: 'fleet.viewer',
  networking_bgp_message_history: 'fleet.viewer',
  networking_bgp_imported_routes_ipv4: 'fleet.viewer',
  networking_bgp_status: 'fleet.viewer',

  // fleet/history
  project_history_list: 'project.viewer',
  silo_history_list: 'silo.admin',
  system_history_list: 'fleet.viewer',
  current_user_history_list: 'user',

  // fleet/icmp
  networking_inbound_icmp_view: 'fleet.viewer',
  networking_inbound_icmp_update: 'fleet.admin',

  // fleet/loopback-addresses
  networking_loopback_address_list: 'fleet.viewer',
  networking_loopback_address_create: 'fleet.collaborator',
  networking_loopback_address_delete: 'fleet.admin',

  // fleet/metrics
  silo_metric: { inProject: 'project.viewer', inSilo: 'user' },
  system_metric: 'fleet.viewer',
  system_timeseries_query: 'fleet.viewer',
  system_timeseries_schema_list: 'fleet.viewer',
  timeseries_query: 'project.viewer',

  // fleet/issues
  system_issues_view: 'fleet.viewer',
  system_issue_acknowledge: 'fleet.collaborator',
  system_issue_unacknowledge: 'fleet.collaborator',

  // fleet/system-overview
  system_overview: 'fleet.viewer',

  // fleet/overcommitment
  system_overcommitment_view: 'fleet.viewer',
  system_overcommitment_update: 'fleet.admin',

  // fleet/physical-disks
  physical_disk_list: 'fleet.viewer',
  physical_disk_view: 'fleet.viewer',

  // fleet/racks
  rack_list: 'fleet.viewer',
  rack_view: 'fleet.viewer',

  // fleet/sagas
  saga_list: 'fleet.viewer',
  saga_view: 'fleet.viewer',
  saga_retry: 'fleet.admin',

  // fleet/sleds
  sled_list: 'fleet.viewer',
  sled_add: 'fleet.admin',
  sled_view: 'fleet.viewer',
  sled_physical_disk_list: 'fleet.viewer',
  sled_instance_list: 'fleet.viewer',
  sled_set_provision_policy: 'fleet.admin',
  sled_list_uninitialized: 'fleet.viewer',

  // fleet/status
  ping: 'anyone',

  // fleet/support-bundles
  support_bundle_list: 'fleet.viewer',
  support_bundle_create: 'fleet.admin',
  support_bundle_view: 'fleet.viewer',
  support_bundle_delete: 'fleet.admin',
  support_bundle_download: 'fleet.viewer',
  support_bundle_head: 'fleet.viewer',
  support_bundle_download_file: 'fleet.viewer',
  support_bundle_head_file: 'fleet.viewer',
  support_bundle_index: 'fleet.viewer',
  support_bundle_file_list: 'fleet.viewer',

  // fleet/switch-ports
  networking_switch_port_lldp_neighbors: 'fleet.viewer',
  networking_switch_port_list: 'fleet.viewer',
  networking_switch_port_link_list: 'fleet.viewer',
  networking_switch_port_lldp_config_view: 'fleet.viewer',
  networking_switch_port_lldp_config_update: 'fleet.admin',
  networking_switch_port_apply_settings: 'fleet.admin',
  networking_switch_port_clear_settings: 'fleet.admin',
  networking_switch_port_status: 'fleet.viewer',
  networking_switch_port_settings_list: 'fleet.viewer',
  networking_switch_port_settings_create: 'fleet.collaborator',
  networking_switch_port_settings_delete: 'fleet.admin',
  networking_switch_port_settings_view: 'fleet.viewer',

  // fleet/switches
  switch_list: 'fleet.viewer',
  switch_view: 'fleet.viewer',

  // fleet/updates
  system_update_put_repository: 'fleet.admin',
  system_update_get_repository: 'fleet.viewer',
  target_release_view: 'fleet.viewer',
  target_release_update: 'fleet.admin',
  system_update_trust_root_list: 'fleet.viewer',
  system_update_trust_root_create: 'fleet.admin',
  system_update_trust_root_view: 'fleet.viewer',
  system_update_trust_root_delete: 'fleet.admin',

  // fleet/webhooks
  webhook_receiver_create: 'fleet.collaborator',
  webhook_receiver_update: 'fleet.admin',
  webhook_secrets_list: 'fleet.viewer',
  webhook_secrets_add: 'fleet.admin',
  webhook_secrets_delete: 'fleet.admin',
} as const satisfies Record<OperationId, Needs>

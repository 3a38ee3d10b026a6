import type { OperationId } from '../operations.ts'
import type { InstanceFirmware } from './instances.ts'

/** Features that a server may lack because of its platform, or of where its control plane runs, each with the reason. */
const reasons = {
  guest_network: 'no address leads to its instances',
  image_conversion: 'it takes only raw disk images',
  graphical_console: 'its instances have no display',
  port_forwards: 'no ports of its host lead to instances',
  guest_agent: 'its instances have no port for a guest agent',
  bios: 'its instances have no BIOS',
  efi: 'its host has no EFI firmware',
  switches: 'it has no switches',
  sled_addition: 'its sleds are fixed',
  updates: 'it does not install releases',
  saml: 'it has no SAML',
  support_bundles: 'it has no storage for support bundles',
  image_fetches: 'it fetches nothing from other servers',
  upload_checksums: 'it verifies no checksums of uploads',
  event_stream: 'it does not receive the changes of its database',
} as const

export type Capability = keyof typeof reasons
export type Capabilities = Readonly<Record<Capability, boolean>>

/** The operations that are refused without a capability. Deletions are not: what was made earlier can be removed. */
const needed: Partial<Record<OperationId, Capability>> = {
  event_stream: 'event_stream',
  image_fetch_create: 'image_fetches',
  instance_graphical_console_stream: 'graphical_console',
  instance_port_forward_list: 'port_forwards',
  instance_guest_view: 'guest_agent',
  networking_address_lot_create: 'switches',
  networking_bfd_enable: 'switches',
  networking_bgp_announce_set_update: 'switches',
  networking_bgp_config_create: 'switches',
  networking_loopback_address_create: 'switches',
  networking_switch_port_apply_settings: 'switches',
  networking_switch_port_lldp_config_update: 'switches',
  networking_switch_port_settings_create: 'switches',
  saml_identity_provider_create: 'saml',
  sled_add: 'sled_addition',
  support_bundle_create: 'support_bundles',
  system_update_put_repository: 'updates',
  system_update_trust_root_create: 'updates',
  target_release_update: 'updates',
}

/** Operations that some servers refuse, with what they need. */
export const operationsWithNeeds = Object.entries(needed) as [OperationId, Capability][]

const refusalFor = (capability: Capability, capabilities: Partial<Capabilities> | undefined): string | undefined =>
  capabilities?.[capability] === false ? `not on this platform: ${reasons[capability]}` : undefined

/** Why instances of a server cannot have that firmware. */
export const firmwareRefusal = (
  firmware: InstanceFirmware,
  capabilities: Partial<Capabilities> | undefined,
): string | undefined => (firmware === 'auto' ? undefined : refusalFor(firmware, capabilities))

/** Why a server refuses an operation to everyone; undefined if it has what the operation needs, or that is unknown. */
export function capabilityRefusal(
  operation: OperationId,
  capabilities: Partial<Capabilities> | undefined,
): string | undefined {
  const capability = needed[operation]
  return capability && refusalFor(capability, capabilities)
}

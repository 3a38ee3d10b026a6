import type { HistoryActor, HistoryEntry } from '~/api/types.gen.ts'
import { upperFirst } from '~/lib/format/words.ts'

/** Past forms of the verbs in the names of operations. */
const past: Record<string, string> = {
  acknowledge: 'acknowledged',
  add: 'added',
  apply: 'applied',
  assign: 'assigned',
  attach: 'attached',
  clear: 'cleared',
  create: 'created',
  delete: 'deleted',
  demote: 'demoted',
  detach: 'detached',
  disable: 'disabled',
  download: 'downloaded',
  enable: 'enabled',
  export: 'exported',
  link: 'linked',
  promote: 'promoted',
  probe: 'tested',
  reboot: 'rebooted',
  refresh: 'refreshed',
  remove: 'removed',
  resend: 'sent again',
  retry: 'retried',
  start: 'started',
  stop: 'stopped',
  unlink: 'unlinked',
  update: 'changed',
  upload: 'uploaded',
}
/** What one would do, where the operation says otherwise. */
const bases: Record<string, string> = { update: 'change', probe: 'test', resend: 'send again' }

/** Operations whose names do not read well: what was done, and what one tried to do. */
const special: Record<string, readonly [done: string, tried: string]> = {
  current_user_access_token_delete: ['revoked access token', 'revoke access token'],
  device_auth_confirm: ['confirmed the sign-in of a device', 'confirm the sign-in of a device'],
  disk_bulk_write_import_start: ['began an import into disk', 'begin an import into disk'],
  disk_bulk_write_import_stop: ['ended the import into disk', 'end the import into disk'],
  disk_cancel_import: ['cancelled the import of disk', 'cancel the import of disk'],
  disk_finalize_import: ['finished the import into disk', 'finish the import into disk'],
  instance_disk_attach: ['attached a disk to instance', 'attach a disk to instance'],
  instance_disk_detach: ['detached a disk from instance', 'detach a disk from instance'],
  instance_graphical_console_stream: [
    'opened the graphical console of instance',
    'open the graphical console of instance',
  ],
  instance_ephemeral_ip_attach: ['attached an ephemeral IP to instance', 'attach an ephemeral IP to instance'],
  instance_ephemeral_ip_detach: ['detached the ephemeral IP of instance', 'detach the ephemeral IP of instance'],
  instance_serial_console_stream: ['opened the serial console of instance', 'open the serial console of instance'],
  instance_power_off: ['powered off instance', 'power off instance'],
  ip_pool_range_add: ['added a range to IP pool', 'add a range to IP pool'],
  ip_pool_range_remove: ['removed a range of IP pool', 'remove a range of IP pool'],
  ip_pool_silo_link: ['linked a silo to IP pool', 'link a silo to IP pool'],
  ip_pool_silo_unlink: ['unlinked a silo from IP pool', 'unlink a silo from IP pool'],
  ip_pool_silo_update: ['changed a silo of IP pool', 'change a silo of IP pool'],
  login_local: ['signed in', 'sign in'],
  login_saml: ['signed in', 'sign in'],
  logout: ['signed out', 'sign out'],
  local_idp_user_set_password: ['changed the password of user', 'change the password of user'],
  policy_update: ['changed access to silo', 'change access to silo'],
  project_policy_update: ['changed access to project', 'change access to project'],
  saml_identity_provider_make_default: [
    'changed the default to identity provider',
    'change the default to identity provider',
  ],
  silo_policy_update: ['changed access to silo', 'change access to silo'],
  silo_quotas_update: ['changed the quotas of silo', 'change the quotas of silo'],
  sled_add: ['added sled', 'add sled'],
  sled_set_provision_policy: ['changed the placement of sled', 'change the placement of sled'],
  system_overcommitment_update: ['changed the overcommitment', 'change the overcommitment'],
  system_issue_unacknowledge: ['reopened issue', 'reopen issue'],
  system_policy_update: ['changed access to the system', 'change access to the system'],
  system_update_put_repository: ['uploaded update', 'upload update'],
  user_logout: ['signed out user', 'sign out user'],
  vpc_firewall_rules_update: ['changed firewall rules of VPC', 'change firewall rules of VPC'],
}

/** What happened without a request. */
const events: Record<string, string> = {
  instance_failed: 'failed',
  instance_stopped: 'stopped by itself',
  instance_not_started: 'could not be started',
  instance_not_rebooted: 'could not be rebooted',
  instance_repairing: 'is being repaired',
  instance_repaired: 'was repaired',
  instance_network_lost: 'lost its network',
  instance_storage_full: 'was paused: storage full',
  instance_continued: 'continued',
  instance_moved: 'moved to another sled',
  instance_not_moved: 'could not move to another sled',
  instance_restarted: 'restarted after a failure',
  disk_faulted: 'lost its data',
  snapshot_faulted: 'lost its data',
  image_faulted: 'lost its data',
  sled_added: 'was added',
  sled_unreachable: 'became unreachable',
  sled_reachable: 'became reachable again',
  sled_removed: 'was removed',
  physical_disk_failed: 'failed',
}

const abbreviations: Record<string, string> = {
  bfd: 'BFD',
  bgp: 'BGP',
  icmp: 'ICMP',
  ip: 'IP',
  lldp: 'LLDP',
  saml: 'SAML',
  ssh: 'SSH',
  vpc: 'VPC',
  idp: 'IdP',
}
const omitted = /^(current_user|networking|local_idp|system|certificate_system)_/

const words = (name: string) =>
  name
    .split('_')
    .map((word) => abbreviations[word] ?? word)
    .join(' ')
    .replace('anti affinity', 'anti-affinity')

/** `vpc_subnet_create`: the verb, and `VPC subnet`. */
function partsOf(operation: string) {
  const tokens = operation.replace(omitted, '').split('_')
  const at = tokens.findLastIndex((token) => Object.hasOwn(past, token))
  return { verb: tokens[at], noun: words(tokens.filter((_, index) => index !== at).join('_')) }
}

/** What was done, in the past where it was: `Deleted disk`, `Tried to delete disk`. Its name comes after it. */
export function actWords({ operation, outcome }: Pick<HistoryEntry, 'operation' | 'outcome'>): string {
  const { verb, noun } = partsOf(operation)
  const known = special[operation]
  const [done, tried] = known ?? (verb ? [`${past[verb]} ${noun}`, `${bases[verb] ?? verb} ${noun}`] : [noun, noun])
  if (outcome === 'done') return upperFirst(done)
  return outcome === 'running' ? `Began to ${tried}` : `Tried to ${tried}`
}

/** `web-1 failed`: of an event; undefined of an act. */
export const eventWords = (operation: string): string | undefined => events[operation]

/** Who acted, within a sentence. */
export const personOf = ({ kind, name }: HistoryActor): string =>
  kind === 'automatic' ? 'Skerry' : kind === 'operator' ? 'an operator' : (name ?? 'a deleted user')

/** A kind of thing: `floating_ip`. */
export const kindWords = (kind: string): string => upperFirst(words(kind))

/** A saga: `disk-create`. */
export const sagaWords = (name: string): string => upperFirst(words(name.replaceAll('-', '_')))

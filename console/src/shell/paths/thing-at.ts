import type { ParamName } from './path.ts'

/** What the parameters of URLs name. */
const kinds: Readonly<Record<ParamName, string>> = {
  affinityGroup: 'affinity group',
  antiAffinityGroup: 'anti-affinity group',
  bundle: 'support bundle',
  certificate: 'certificate',
  disk: 'disk',
  diskId: 'physical disk',
  entry: 'audit log entry',
  floatingIp: 'floating IP',
  gateway: 'internet gateway',
  group: 'group',
  image: 'image',
  instance: 'instance',
  lot: 'address lot',
  pool: 'IP pool',
  portId: 'switch port',
  probe: 'probe',
  project: 'project',
  provider: 'identity provider',
  rackId: 'rack',
  receiver: 'alert receiver',
  role: 'role',
  route: 'route',
  router: 'router',
  rule: 'firewall rule',
  set: 'announce set',
  settings: 'set of port settings',
  silo: 'silo',
  sledId: 'sled',
  snapshot: 'snapshot',
  sshKey: 'SSH key',
  subnet: 'subnet',
  switchId: 'switch',
  trustRoot: 'trust root',
  user: 'user',
  version: 'release',
  vpc: 'VPC',
}

/** `disk "data"`: what the last parameter in the path of a page names. */
export function thingAt(path: string, params: Readonly<Record<string, string | undefined>>): string | undefined {
  const name = /.*\$(\w+)/.exec(path)?.[1]
  return name && `${kinds[name as ParamName]} "${params[name]}"`
}

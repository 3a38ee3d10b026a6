import { readdirSync, readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'

const routes = new URL('../console/src/routes/', import.meta.url)
const paths = readdirSync(routes)
  .flatMap((file) => readFileSync(new URL(file, routes), 'utf8').match(/'\/[^' ]+'/g) ?? [])
  .map((quoted) => quoted.slice(1, -1))
  .filter((path) => !/^\/(\$|login|device|lookup)/.test(path))
/** The URL of every page and panel for signed-in users, as the route table has it. */
export const everyPath = [...new Set(paths)].toSorted()

/** Where names for the parameters of paths come from: the list, what it needs, and the field. */
const lists: Record<string, readonly [path: string, needs?: string, field?: string]> = {
  instance: ['/v1/instances', 'project'],
  disk: ['/v1/disks', 'project'],
  snapshot: ['/v1/snapshots', 'project'],
  image: ['/v1/images', 'project'],
  siloImage: ['/v1/images'],
  floatingIp: ['/v1/floating-ips', 'project'],
  vpc: ['/v1/vpcs', 'project'],
  antiAffinityGroup: ['/v1/anti-affinity-groups', 'project'],
  affinityGroup: ['/v1/affinity-groups', 'project'],
  probe: ['/experimental/v1/probes', 'project'],
  subnet: ['/v1/vpc-subnets', 'project vpc'],
  router: ['/v1/vpc-routers', 'project vpc'],
  gateway: ['/v1/internet-gateways', 'project vpc'],
  rule: ['/v1/vpc-firewall-rules', 'project vpc'],
  route: ['/v1/vpc-router-routes', 'project vpc router'],
  silo: ['/v1/system/silos'],
  provider: ['/v1/system/identity-providers', 'silo'],
  user: ['/v1/users', '', 'id'],
  group: ['/v1/groups', '', 'id'],
  sshKey: ['/v1/me/ssh-keys'],
  certificate: ['/v1/certificates'],
  pool: ['/v1/system/ip-pools'],
  lot: ['/v1/system/networking/address-lot'],
  set: ['/v1/system/networking/bgp-announce-set'],
  settings: ['/v1/system/networking/switch-port-settings'],
  portId: ['/v1/system/hardware/switch-port', '', 'id'],
  sledId: ['/v1/system/hardware/sleds', '', 'id'],
  diskId: ['/v1/system/hardware/disks', '', 'id'],
  rackId: ['/v1/system/hardware/racks', '', 'id'],
  switchId: ['/v1/system/hardware/switches', '', 'id'],
  receiver: ['/v1/alert-receivers'],
  bundle: ['/experimental/v1/system/support-bundles', '', 'id'],
  role: ['/v1/system/roles'],
  builtin: ['/v1/system/users-builtin'],
  siloUser: ['/v1/system/users', 'silo', 'id'],
  entry: ['/v1/system/audit-log', '', 'id'],
  trustRoot: ['/v1/system/update/trust-roots', '', 'id'],
}

/** Parameters that stand for other things than elsewhere. */
const special = [
  [/builtin\/\$user/, 'builtin'],
  [/silos\/.*\$user/, 'siloUser'],
  [/^\/images\/\$image/, 'siloImage'],
] as const

/** Gives paths the names of things that there are: @returns undefined where there is nothing to show. */
export function namer(request: APIRequestContext) {
  const known = new Map<string, Promise<string | undefined>>([['project', Promise.resolve('tide-gauges')]])
  const first = async (parameter: string): Promise<string | undefined> => {
    const [path, needs = '', field = 'name'] = lists[parameter] ?? []
    if (!path) return undefined
    const query = new URLSearchParams()
    for (const need of needs.split(' ').filter(Boolean)) query.set(need, (await nameOf(need)) ?? '')
    if (parameter === 'entry') query.set('start_time', new Date(0).toISOString())
    const answer = await request.get(`${path}?${query}`)
    const { items, rules } = (await answer.json()) as Record<'items' | 'rules', Record<string, string>[] | undefined>
    return (items ?? rules)?.[0]?.[field]
  }
  const nameOf = (parameter: string) => {
    if (!known.has(parameter)) known.set(parameter, first(parameter))
    return known.get(parameter)!
  }
  return async (path: string): Promise<string | undefined> => {
    let named = path
    for (const [place, parameter] of path.matchAll(/\$(\w+)/g)) {
      const name = await nameOf(special.find(([part]) => part.test(named))?.[1] ?? parameter!)
      if (name === undefined) return undefined
      named = named.replace(place, name)
    }
    return named
  }
}

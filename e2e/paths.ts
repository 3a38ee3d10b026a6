import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from './test.ts'

/** The router sets it for its developer tools. */
declare const window: Window & { __TSR_ROUTER__: { routesByPath: object } }

/** Every URL of the console, from the route table. @param page of an operator, who may enter the areas that load later */
export async function everyRoute(page: Page): Promise<string[]> {
  const routes = new Set<string>()
  for (const [path, title] of Object.entries(laterAreas)) {
    await page.goto(path)
    await expect(page).toHaveTitle(title)
    for (const route of await page.evaluate(() => Object.keys(window.__TSR_ROUTER__.routesByPath))) routes.add(route)
  }
  // Others stand for URLs that do not exist.
  return [...routes].filter((path) => !path.endsWith('$')).toSorted()
}

/** A page of each area whose URLs load when it is entered, with its title. */
const laterAreas = {
  '/system/silos': /^Silos /,
  '/projects/tide-gauges/vpcs/default/subnets': /^Subnets /,
}

/** Every URL that shows a page or panel of its own to signed-in users. */
export const everyPath = async (page: Page): Promise<string[]> =>
  (await everyRoute(page)).filter((path) => !/^\/(login|device|lookup|$)/.test(path))

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
  version: ['/v1/system/update/target-release', '', 'version'],
  instanceId: ['/v1/instances', 'project', 'id'],
}

/** Parameters that stand for other things than elsewhere. */
const special = [
  [/builtin\/\$user/, 'user', 'builtin'],
  [/silos\/.*\$user/, 'user', 'siloUser'],
  [/^\/images\/\$image/, 'image', 'siloImage'],
  [/^\/lookup\//, 'instance', 'instanceId'],
  [/\/saml\//, 'silo', 'samlSilo'],
] as const

type Named = Record<string, string | undefined>
interface Answer {
  items?: Named[]
  rules?: Named[]
  release_source?: Named
}

/**
 * Gives paths the names of things that there are: @returns undefined where there is nothing to show.
 * @param made names that no list of the demo data has, by parameter
 */
export function namer(request: APIRequestContext, made: Readonly<Record<string, string>> = {}) {
  const known = new Map<string, Promise<string | undefined>>(
    Object.entries({ project: 'tide-gauges', ...made }).map(([parameter, name]) => [parameter, Promise.resolve(name)]),
  )
  const first = async (parameter: string): Promise<string | undefined> => {
    const [path, needs = '', field = 'name'] = lists[parameter] ?? []
    if (!path) return undefined
    const query = new URLSearchParams()
    for (const need of needs.split(' ').filter(Boolean)) query.set(need, (await nameOf(need)) ?? '')
    if (parameter === 'entry') query.set('start_time', new Date(0).toISOString())
    const response = await request.get(`${path}?${query}`)
    const answer = (await response.json()) as Answer | Named[]
    const found = Array.isArray(answer) ? answer[0] : ((answer.items ?? answer.rules)?.[0] ?? answer.release_source)
    return found?.[field]
  }
  const nameOf = (parameter: string) => {
    if (!known.has(parameter)) known.set(parameter, first(parameter))
    return known.get(parameter)!
  }
  return async (path: string): Promise<string | undefined> => {
    let named = path
    for (const [place, parameter] of path.matchAll(/\$(\w+)/g)) {
      const other = special.find(([part, from]) => from === parameter && part.test(path))
      const name = await nameOf(other?.[2] ?? parameter!)
      if (name === undefined) return undefined
      named = named.replace(place, name)
    }
    return named
  }
}

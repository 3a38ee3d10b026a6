import { readdirSync, readFileSync } from 'node:fs'
import type { APIRequestContext, Page, Request } from '@playwright/test'
import { test } from './demo.ts'
import { settle } from './settle.ts'
import { expect } from './test.ts'

/** With a path, such as `/` or `/system`, all pages below are visited without each operation: many minutes. */
const whole = process.env.SKERRY_E2E_EVERY_OPERATION
/** Of all pages, one in so many is in the sample. */
const stride = 46

const routes = new URL('../console/src/routes/', import.meta.url)
const paths = readdirSync(routes)
  .flatMap((file) => readFileSync(new URL(file, routes), 'utf8').match(/'\/[^' ]+'/g) ?? [])
  .map((quoted) => quoted.slice(1, -1))
  .filter((path) => !/^\/(\$|login|device|lookup)/.test(path))
const everyPath = [...new Set(paths)].toSorted()

interface Operation {
  method: string
  pattern: RegExp
  id: string
}

const { paths: described } = JSON.parse(readFileSync(new URL('../contract/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string }>>
}
// A fixed segment wins over a parameter.
const operations: Operation[] = Object.entries(described)
  .toSorted(([one], [other]) => one.split('{').length - other.split('{').length)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      id: operationId,
    })),
  )
const operationOf = (request: Request): string | undefined => {
  const { pathname } = new URL(request.url())
  return operations.find(({ method, pattern }) => method === request.method() && pattern.test(pathname))?.id
}

/** What every page reads first, without which there is no session. */
const ofSession = new Set(['current_user_view', 'ping'])

/** Where names for the parameters of paths come from: the list, what it needs, and the field. */
const lists: Record<string, readonly [path: string, needs?: string, field?: string]> = {
  instance: ['/v1/instances', 'project'],
  disk: ['/v1/disks', 'project'],
  snapshot: ['/v1/snapshots', 'project'],
  image: ['/v1/images', 'project'],
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

/** Gives paths the names of things that there are. */
function namer(request: APIRequestContext) {
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
      const name = await nameOf(
        named.includes('builtin/$user')
          ? 'builtin'
          : named.includes('silos/') && parameter === 'user'
            ? 'siloUser'
            : parameter!,
      )
      if (name === undefined) return undefined
      named = named.replace(place, name)
    }
    return named
  }
}

const faultOf = async (page: Page): Promise<string | undefined> =>
  /Something went wrong|Page not found/.exec(await page.locator('body').innerText())?.[0]

/** Operations that the shell reads on every page are left out on most. */
const seen = new Map<string, number>()
const isNews = (id: string) => {
  seen.set(id, (seen.get(id) ?? 0) + 1)
  return seen.get(id)! <= 4
}

/** The operations that a page reads. */
async function readsOf(page: Page, path: string): Promise<string[]> {
  const reads = new Set<string>()
  const note = (request: Request) => {
    const id = operationOf(request)
    if (id && !ofSession.has(id)) reads.add(id)
  }
  page.on('request', note)
  await page.goto(path, { waitUntil: 'networkidle' })
  page.off('request', note)
  return [...reads].toSorted()
}

/** @returns what is wrong with the page without the operation. */
async function faultWithout(page: Page, path: string, id: string, status: 404 | 501): Promise<string | undefined> {
  const thrown: string[] = []
  const note = (error: Error) => void thrown.push(error.message)
  page.on('pageerror', note)
  await page.route(/\/v1\//, (route) => {
    if (operationOf(route.request()) !== id) return route.fallback()
    return status === 501
      ? route.fulfill({ status, body: 'Not implemented' })
      : route.fulfill({ status, json: { request_id: 'of-a-test', message: 'Not Found' } })
  })
  try {
    await page.goto(path)
    await settle(page)
    return thrown[0] ?? (await faultOf(page))
  } catch (error) {
    return (error as Error).message.split('\n')[0]
  } finally {
    page.off('pageerror', note)
    await page.unroute(/\/v1\//)
  }
}

test('a page stays up without an operation that it reads, or says that the server does not offer it', async ({
  openAs,
}) => {
  test.setTimeout(whole ? 3_600_000 : 180_000)
  const page = await openAs('mara-lindqvist')
  page.setDefaultTimeout(whole ? 15_000 : 60_000)
  const nameIn = namer(page.request)
  const faults: string[] = []
  for (const [at, route] of everyPath.entries()) {
    if (whole ? !route.startsWith(whole) : at % stride !== 0) continue
    const path = await nameIn(route)
    if (path === undefined) {
      if (whole) console.log(`${route}: nothing there to show`)
      continue
    }
    const reads = await readsOf(page, path)
    expect(await faultOf(page), path).toBeUndefined()
    // The sample takes one operation of a page.
    const taken = whole ? reads.filter(isNews) : reads.slice(at % (reads.length || 1)).slice(0, 1)
    for (const [nth, id] of taken.entries()) {
      const status = (at + nth) % 2 === 0 ? 501 : 404
      const fault = await faultWithout(page, path, id, status)
      if (fault) faults.push(`${path} without ${id} (${status}): ${fault}`)
    }
    if (whole) console.log(`${path}: ${taken.length} operations, ${faults.length} faults so far`)
  }
  expect(faults).toEqual([])
})

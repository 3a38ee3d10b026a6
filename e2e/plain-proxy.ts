import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Fields of answers beyond the contract, by path. */
const beyond: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/experimental\/v1\/probes/, ['description', 'time_created', 'time_modified']],
  [/^\/v1\/(disks|images|instances|projects|vpcs)/, ['deletion_locked']],
  [/^\/v1\/instances/, ['external_addresses']],
  [/^\/v1\/internet-gateways/, ['ip_address_count', 'ip_pool_count', 'route_count']],
  [/^\/v1\/system\/hardware/, ['cubby', 'reachable', 'provisioned_hardware_threads', 'provisioned_physical_ram']],
  [/^\/v1\/system\/hardware\/(switches|disks)/, ['switch_location', 'size']],
  [/^\/v1\/system\/ip-pools/, ['utilization', 'silo_name']],
  [/^\/v1\/vpc-routers/, ['routes']],
  [/^\/v1\/vpc-subnets/, ['network_interface_count']],
  [/^\/v1\/vpcs/, ['firewall_rule_count']],
  [/^\/v1\/(system\/)?users/, ['group_ids']],
  [/^\/v1\/(me\/)?groups/, ['member_count']],
]
/** Other servers end a list with an empty page. */
const emptyPage = 'there-is-no-more'

/** Strips an answer to the fields of the contract. */
function plain(path: string, answer: Record<string, unknown>): unknown {
  const fields = beyond.flatMap(([pattern, names]) => (pattern.test(path) ? names : []))
  const without = (thing: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(thing).filter(([name]) => !fields.includes(name)))
  const { items, next_page, ...rest } = without(answer)
  if (!Array.isArray(items)) return without(answer)
  const more = next_page ?? (items.length > 0 ? emptyPage : undefined)
  return { ...rest, items: items.map(without), ...(more !== undefined && { next_page: more }) }
}

interface PlainProxy {
  address: string
  /** Requests that are answered as by a server without the operation: `GET /v1/system/sagas`, by any beginning of it. */
  lacks: (status: 404 | 501, ...requests: string[]) => void
  close: () => Promise<void>
}

/** Skerry as another implementation of the API: without ETags and without its own fields. */
export async function startPlainProxy(to: string): Promise<PlainProxy> {
  const lacking = new Map<string, 404 | 501>()
  const server = createServer((near, answer) => {
    const url = new URL(near.url ?? '/', to)
    const isApi = /^\/(experimental\/)?v1\//.test(url.pathname)
    const json = (value: unknown) => answer.end(JSON.stringify(value))
    if (isApi && url.searchParams.get('page_token') === emptyPage) {
      answer.writeHead(200, { 'content-type': 'application/json' })
      return void json({ items: [] })
    }
    const called = `${near.method} ${url.pathname}`
    const [, status] = [...lacking].find(([request]) => called.startsWith(request)) ?? []
    if (status === 404) {
      answer.writeHead(404, { 'content-type': 'application/json' })
      return void json({ request_id: '0', message: 'Not Found' })
    }
    if (status === 501) return void answer.writeHead(501).end('Not implemented')
    const { 'if-match': _, 'accept-encoding': __, ...headers } = near.headers
    const far = ask(url, { method: near.method ?? 'GET', headers }, (response) => {
      const { etag, 'content-length': length, 'x-request-id': id, ...kept } = response.headers
      const isJson = isApi && response.headers['content-type']?.startsWith('application/json')
      answer.writeHead(response.statusCode!, isApi ? kept : response.headers)
      if (!isJson) return void response.pipe(answer)
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => json(plain(url.pathname, JSON.parse(Buffer.concat(chunks).toString()))))
    })
    far.on('error', () => answer.destroy())
    near.pipe(far)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    lacks: (status, ...requests) => {
      lacking.clear()
      for (const request of requests) lacking.set(request, status)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

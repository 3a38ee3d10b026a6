import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Fields of answers beyond the contract, by path. */
const beyond: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/experimental\/v1\/probes/, ['description', 'time_created', 'time_modified']],
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

/** Skerry as another implementation of the API: without ETags and without its own fields. */
export async function startPlainProxy(to: string): Promise<{ address: string; close: () => Promise<void> }> {
  const server = createServer((near, answer) => {
    const url = new URL(near.url ?? '/', to)
    const isApi = /^\/(experimental\/)?v1\//.test(url.pathname)
    const json = (value: unknown) => answer.end(JSON.stringify(value))
    if (isApi && url.searchParams.get('page_token') === emptyPage) {
      answer.writeHead(200, { 'content-type': 'application/json' })
      return void json({ items: [] })
    }
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
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

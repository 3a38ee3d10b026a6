import type { Operation } from '@skerry/contract/operation.ts'
import { operations, type OperationId } from '@skerry/contract/operations.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handlers } from '../handlers.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'
import { makeEverything } from './everything.ts'
import { Requests } from './requests.ts'

let server: TestServer
let requests: Requests
beforeAll(async () => {
  server = await startTestServer()
  requests = new Requests(await makeEverything(server, server.admin))
})
afterAll(() => server.close())

const all = Object.keys(handlers) as OperationId[]
const tableOf = (id: OperationId): Operation => operations[id]
const readAt = (path: string) => all.find((id) => tableOf(id).method === 'get' && tableOf(id).path === path)

/** The read whose ETag a write is bound to: that of the same path, or of what the path is a setting of. */
const WRITES = all
  .filter((id) => tableOf(id).method === 'put')
  .flatMap((write): [OperationId, OperationId][] => {
    const { path } = tableOf(write)
    const read =
      write === 'networking_bgp_announce_set_update'
        ? 'networking_bgp_announcement_list'
        : readAt(path.replace(/\/deletion-lock$/, ''))
    return read ? [[write, read]] : []
  })

/** Of one read, or "" where the read has none. */
async function tagOf(read: OperationId): Promise<string> {
  await server.settle()
  const request = requests.byId(read)
  const named = read === 'networking_bgp_announcement_list' && { path: { announce_set: 'tagged' } }
  const answer = await server.admin.call(read, { ...request, ...named })
  return answer.headers.get('etag') ?? ''
}

async function put(write: OperationId, ifMatch: string): Promise<number> {
  const request = requests.byId(write)
  const named = write === 'networking_bgp_announce_set_update' && {
    body: { ...(request.body as object), name: 'tagged' },
  }
  return (await server.admin.call(write, { ...request, ...named, headers: { 'if-match': ifMatch } })).status
}

/** A tag as proxies pass it on. */
const FORMS: ((opaque: string) => string)[] = [
  (opaque) => `"${opaque}"`,
  (opaque) => `W/"${opaque}"`,
  (opaque) => `w/"${opaque}"`,
  (opaque) => `"${opaque}-gzip"`,
  (opaque) => `W/"${opaque}-gzip"`,
  (opaque) => `"${opaque};gzip"`,
  (opaque) => `"${opaque}--br"`,
  (opaque) => `"${opaque}:zstd"`,
  (opaque) => `"other" ,  W/"${opaque}-br"`,
  () => '*',
]

it('every conditional write takes the tag of its read in each form in which proxies pass it on, and no other', async () => {
  await put('networking_bgp_announce_set_update', '*')
  const conditional: OperationId[] = []
  const wrong: [OperationId, string, number][] = []
  for (const [write, read] of WRITES) {
    if (!(await tagOf(read))) continue
    conditional.push(write)
    for (const form of FORMS) {
      const header = form((await tagOf(read)).slice(1, -1))
      const status = await put(write, header)
      if (status >= 300) wrong.push([write, header, status])
    }
    for (const form of FORMS.slice(0, -1)) {
      const status = await put(write, form('0123456789abcdef'))
      if (status !== 412) wrong.push([write, form('other'), status])
    }
    for (const header of [`${(await tagOf(read)).slice(0, -1)}0"`, (await tagOf(read)).slice(0, -3), '']) {
      const status = await put(write, header)
      if (status !== 412) wrong.push([write, header, status])
    }
  }
  expect(wrong).toEqual([])
  expect(conditional.toSorted()).toMatchInlineSnapshot(`
    [
      "auth_settings_update",
      "disk_deletion_lock_update",
      "image_deletion_lock_update",
      "instance_deletion_lock_update",
      "instance_update",
      "networking_allow_list_update",
      "networking_bgp_announce_set_update",
      "policy_update",
      "project_deletion_lock_update",
      "project_policy_update",
      "project_update",
      "silo_policy_update",
      "silo_quotas_update",
      "system_overcommitment_update",
      "system_policy_update",
      "vpc_deletion_lock_update",
      "vpc_firewall_rules_update",
      "vpc_update",
    ]
  `)
})

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestServer } from '../../testing/test-server.ts'
import { collectBundle, startBundleServer, unzipped } from './bundle-fixtures.ts'

let server: TestServer
let folder: string
let close: () => Promise<void>
beforeAll(async () => {
  ;({ server, folder, close } = await startBundleServer())
})
afterAll(() => close())

const at = (bundle_id: string, more: object = {}) => ({ path: { bundle_id, ...more } })

const bundle = () => collectBundle(server)

describe('downloads', () => {
  let id: string
  let whole: Uint8Array
  beforeAll(async () => {
    id = await bundle()
    whole = (await server.admin.call('support_bundle_download', at(id))).bytes
  })
  afterAll(() => server.admin.ok('support_bundle_delete', at(id)))

  const part = (range: string, more: Record<string, string> = {}) =>
    server.admin.call('support_bundle_download', { ...at(id), headers: { range, ...more } })

  it('of a range answer that part', async () => {
    const answer = await part('bytes=10-29')
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes 10-29/${whole.length}`)
    expect(answer.bytes).toEqual(whole.slice(10, 30))
    expect((await part('bytes=-5')).bytes).toEqual(whole.slice(-5))
    expect((await part(`bytes=${whole.length - 3}-`)).bytes).toEqual(whole.slice(-3))
    const etag = answer.headers.get('etag')!
    expect((await part('bytes=0-1', { 'if-range': etag })).status).toBe(206)
    expect((await part('bytes=0-1', { 'if-range': '"another"' })).bytes).toEqual(whole)
  })

  it('of several ranges, or of one past the end, are refused', async () => {
    expect(await part('bytes=0-1,4-5')).toMatchObject({ status: 400, body: { error_code: 'InvalidRequest' } })
    const past = await part(`bytes=${whole.length}-`)
    expect([past.status, past.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`])
  })

  it('by HEAD have the same headers and no body', async () => {
    for (const range of ['', 'bytes=10-29']) {
      const headers: Record<string, string> = range ? { range } : {}
      const got = await server.admin.call('support_bundle_download', { ...at(id), headers })
      const head = await server.admin.call('support_bundle_head', { ...at(id), headers })
      expect([head.status, head.bytes.length]).toEqual([got.status, 0])
      const without = ({ headers }: typeof got) => [...headers].filter(([name]) => name !== 'x-request-id')
      expect(without(head)).toEqual(without(got))
    }
    const file = at(id, { file: 'inventory/sleds.json' })
    const head = await server.admin.call('support_bundle_head_file', file)
    const got = await server.admin.call('support_bundle_download_file', file)
    expect(head.headers.get('content-length')).toBe(String(got.bytes.length))
    expect(head.bytes).toHaveLength(0)
  })

  it('of a file inside answer that file, or a range of it', async () => {
    const contents = await unzipped(whole)
    for (const [path, text] of contents) {
      const answer = await server.admin.call('support_bundle_download_file', at(id, { file: path }))
      expect([answer.status, new TextDecoder().decode(answer.bytes)]).toEqual([200, text])
    }
    const text = contents.get('inventory/physical-disks.json')!
    const file = at(id, { file: 'inventory/physical-disks.json' })
    for (const [first, last] of [
      [0, 0],
      [100, 149],
      [text.length - 1, text.length - 1],
    ] as const) {
      const answer = await server.admin.call('support_bundle_download_file', {
        ...file,
        headers: { range: `bytes=${first}-${last}` },
      })
      expect(answer.status).toBe(206)
      expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${last}/${text.length}`)
      expect(new TextDecoder().decode(answer.bytes)).toBe(text.slice(first, last + 1))
    }
    const { headers } = await server.admin.call('support_bundle_download_file', file)
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('content-disposition')).toBe('attachment; filename="physical-disks.json"')
    expect(headers.get('accept-ranges')).toBe('bytes')
  })

  it.each(['../about.json', '/etc/passwd', '..%2fabout.json', 'inventory', 'inventory/', 'About.json', 'constructor'])(
    'find no file at %s',
    async (file) => {
      for (const operation of ['support_bundle_download_file', 'support_bundle_head_file'] as const)
        expect((await server.admin.call(operation, at(id, { file }))).status).toBe(404)
    },
  )

  it('are recorded in the audit log; reads of the index are not', async () => {
    await server.db.deleteFrom('audit_log').execute()
    await server.admin.ok('support_bundle_download', at(id))
    await server.admin.ok('support_bundle_head', at(id))
    await server.admin.ok('support_bundle_download_file', at(id, { file: 'tasks.json' }))
    await server.admin.ok('support_bundle_index', at(id))
    const entries = server.db.selectFrom('audit_log').select(['operation', 'target', 'status']).orderBy('operation')
    expect(await entries.execute()).toEqual([
      { operation: 'support_bundle_download', target: id, status: 200 },
      { operation: 'support_bundle_download_file', target: id, status: 200 },
    ])
  })

  it('answer 404 when the file is not on this server', async () => {
    const lost = await bundle()
    await rm(join(folder, `${lost}.zip`))
    for (const operation of ['support_bundle_download', 'support_bundle_index', 'support_bundle_file_list'] as const)
      expect((await server.admin.call(operation, at(lost))).status).toBe(404)
    await server.admin.ok('support_bundle_delete', at(lost))
  })
})

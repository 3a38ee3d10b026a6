import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../../kernel/values/uuid.ts'
import { FileUpdateArchives } from '../../../node/updates/archives.ts'
import type { Caller } from '../../../testing/caller.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { newPublisher, repositoryArchive, type RepositoryOptions, zipOf } from '../../../testing/update-repository.ts'

/** Runs between an upload and its insert. */
class InterruptedArchives extends FileUpdateArchives {
  afterReceiving = async () => {}

  override async receive(...upload: Parameters<FileUpdateArchives['receive']>) {
    const received = await super.receive(...upload)
    await this.afterReceiving()
    return received
  }
}

let server: TestServer
const publisher = newPublisher()
const folder = temporaryFolder()
const archives = new InterruptedArchives(folder.path, { keepFreeBytes: 0 })
beforeAll(async () => {
  server = await startTestServer({ updateArchives: archives })
})
afterAll(async () => {
  await server.close()
  folder.remove()
})

const upload = (body: Uint8Array, caller: Caller = server.admin, file_name = 'update.zip') =>
  caller.call('system_update_put_repository', { query: { file_name }, body })
const publish = async (options: RepositoryOptions) => upload(await repositoryArchive(publisher, options))
const setTarget = (system_version: string) => server.admin.call('target_release_update', { body: { system_version } })
const addRoot = (body: unknown) => server.admin.call('system_update_trust_root_create', { body })
const view = () => server.admin.ok('target_release_view')

describe('trust roots', () => {
  it('are added, viewed, listed and deleted', async () => {
    const { rootRole } = newPublisher()
    const { status, body } = await addRoot(rootRole)
    expect(status).toBe(201)
    expect(body).toEqual({ id: expect.any(String), root_role: rootRole, time_created: expect.any(String) })
    const path = { trust_root_id: body.id }
    expect(await server.admin.ok('system_update_trust_root_view', { path })).toEqual(body)
    expect((await server.admin.ok('system_update_trust_root_list')).items).toContainEqual(body)
    // Adding an equal one returns the first.
    expect((await addRoot(rootRole)).body).toEqual(body)
    expect((await server.admin.call('system_update_trust_root_delete', { path })).status).toBe(204)
    for (const operation of ['system_update_trust_root_view', 'system_update_trust_root_delete'] as const)
      expect((await server.admin.call(operation, { path })).body).toMatchObject({
        error_code: 'ObjectNotFound',
        message: `not found: tuf-trust-root with id "${body.id}"`,
      })
  })

  it('are deleted once, with concurrent requests too', async () => {
    const { body } = await addRoot(newPublisher().rootRole)
    const remove = () => server.admin.call('system_update_trust_root_delete', { path: { trust_root_id: body.id } })
    const answers = await Promise.all([remove(), remove(), remove()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404])
  })

  it('are paged by id', async () => {
    const added = [await addRoot(newPublisher().rootRole), await addRoot(newPublisher().rootRole)]
    const first = await server.admin.ok('system_update_trust_root_list', { query: { limit: 1 } })
    const { items } = await server.admin.ok('system_update_trust_root_list', { query: { page_token: first.next_page } })
    expect([...first.items, ...items].map(({ id }) => id)).toEqual(added.map(({ body }) => body.id).toSorted())
    for (const { body } of added)
      await server.admin.ok('system_update_trust_root_delete', { path: { trust_root_id: body.id } })
  })

  it('must be signed by their own keys and not have expired', async () => {
    for (const body of [{}, null, [], 'root'])
      expect((await addRoot(JSON.stringify(body))).body.message).toMatch(/^not a root role that verifies by itself: /)
    const expired = await addRoot(newPublisher({ expires: '2025-01-01T00:00:00Z' }).rootRole)
    expect(expired.body).toMatchObject({ error_code: 'InvalidRequest', message: 'the root role has expired' })
    const large = { ...newPublisher().rootRole, more: 'x'.repeat(64 * 2 ** 10) }
    expect((await addRoot(large)).body.message).toBe('request body exceeded maximum size of 65536 bytes')
  })

  it('are limited in number', async () => {
    const rows = Array.from({ length: 32 }, (_, i) => ({
      id: randomId(),
      root_role: JSON.stringify({ i }),
      time_created: server.clock.now(),
    }))
    await server.db.insertInto('update_trust_roots').values(rows).execute()
    expect((await addRoot(newPublisher().rootRole)).body.message).toBe(
      'there are 32 trust roots already: delete one first',
    )
    await server.db.deleteFrom('update_trust_roots').execute()
  })
})

it('refuses repositories and targets without a trust root', async () => {
  expect((await publish({})).body).toMatchObject({
    error_code: 'InvalidRequest',
    message: 'there is no trust root to verify repositories by: add one first',
  })
  expect(await view()).toMatchObject({ generation: 1, release_source: { type: 'unspecified' }, components: [] })
  expect((await setTarget('1.0.0')).body).toMatchObject({
    error_code: 'ObjectNotFound',
    message: 'not found: tuf-repo with name "1.0.0"',
  })
})

describe('repositories', () => {
  beforeAll(async () => {
    await server.admin.ok('system_update_trust_root_create', { body: publisher.rootRole })
  })

  it('are inserted once, and found by their version', async () => {
    const archive = await repositoryArchive(publisher, { systemVersion: '1.0.0' })
    const { status, body } = await upload(archive)
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'inserted',
      recorded: {
        repo: {
          file_name: 'update.zip',
          hash: expect.stringMatching(/^[0-9a-f]{64}$/),
          system_version: '1.0.0',
          targets_role_version: 1,
          valid_until: '2100-01-01T00:00:00.000000Z',
        },
        artifacts: [
          {
            id: { name: 'sled-image', kind: 'sled_os', version: '1.0.0' },
            hash: expect.stringMatching(/^[0-9a-f]{64}$/),
            size: 5,
          },
        ],
      },
    })
    const path = { system_version: '1.0.0' }
    expect((await server.admin.ok('system_update_get_repository', { path })).description).toEqual(body.recorded)
    expect((await upload(archive, server.admin, 'again.zip')).body).toEqual({ ...body, status: 'already_exists' })
  })

  it('are inserted once, with concurrent uploads too', async () => {
    const archive = await repositoryArchive(publisher, { systemVersion: '1.0.1' })
    const answers = await Promise.all([upload(archive), upload(archive), upload(archive)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.map(({ body }) => body.status).toSorted()).toEqual(['already_exists', 'already_exists', 'inserted'])
  })

  it('cannot change the content of a version or of an artifact', async () => {
    const artifacts = { other: { content: Buffer.from('other') } }
    const other = await publish({ systemVersion: '1.0.0', artifacts })
    expect(other.body).toMatchObject({
      error_code: 'Conflict',
      message: expect.stringMatching(/^release 1\.0\.0 already exists, with the hash [0-9a-f]{64}$/),
    })
    const changed = { 'sled-image': { content: Buffer.from('changed'), version: '1.0.0' } }
    const clash = await publish({ systemVersion: '1.0.2', artifacts: changed })
    expect(clash.status).toBe(409)
    expect(clash.body.message).toMatch(/^artifact sled_os sled-image 1\.0\.0 already exists, with the hash /)
    // Several repositories may have the same artifact; another kind makes another artifact.
    const shared = { 'sled-image': { content: Buffer.from('1.0.0'), version: '1.0.0' } }
    expect((await publish({ systemVersion: '1.0.2', artifacts: shared })).body.status).toBe('inserted')
    const kind = { 'sled-image': { content: Buffer.from('changed'), version: '1.0.0', kind: 'switch_os' } }
    expect((await publish({ systemVersion: '1.0.3', artifacts: kind })).body.status).toBe('inserted')
  })

  it('are refused when they do not verify', async () => {
    const { body } = await upload(await repositoryArchive(newPublisher(), { systemVersion: '3.0.0' }))
    expect(body).toMatchObject({
      error_code: 'InvalidRequest',
      message: expect.stringMatching(/no trust root verifies/),
    })
    expect((await upload(await zipOf([]))).status).toBe(400)
    for (const name of ['', 'a/b', 'a\\b', 'x'.repeat(256), undefined])
      expect((await upload(Buffer.alloc(0), server.admin, name)).status, name).toBe(400)
    const path = { system_version: '3.0.0' }
    expect((await server.admin.call('system_update_get_repository', { path })).body.message).toBe(
      'not found: tuf-repo with name "3.0.0"',
    )
    expect((await server.admin.call('system_update_get_repository', { path: { system_version: '3' } })).status).toBe(
      400,
    )
  })

  it('are refused when their trust root is deleted during the upload', async () => {
    const other = newPublisher()
    const { body: root } = await addRoot(other.rootRole)
    archives.afterReceiving = () =>
      server.admin.ok('system_update_trust_root_delete', { path: { trust_root_id: root.id } })
    const before = readdirSync(folder.path)
    const { status, body } = await upload(await repositoryArchive(other, { systemVersion: '4.0.0' }))
    archives.afterReceiving = async () => {}
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: 'the trust root that verified the repository was deleted during the upload',
    })
    expect(readdirSync(folder.path)).toEqual(before)
  })

  it('are recorded in the audit log and reported by an alert, once each', async () => {
    const entries = await server.db
      .selectFrom('audit_log')
      .select('detail')
      .where('operation', '=', 'system_update_put_repository')
      .where('status', '=', 200)
      .execute()
    const inserted = entries.map(({ detail }) => detail as { inserted: boolean; system_version: string })
    const versions = inserted.filter((detail) => detail.inserted).map((detail) => detail.system_version)
    expect(versions.toSorted()).toEqual(['1.0.0', '1.0.1', '1.0.2', '1.0.3'])
    const alerts = server.db.selectFrom('alerts').select('data').where('class', '=', 'update.repository_uploaded')
    const reported = (await alerts.execute()).map(({ data }) => (data as { system_version: string }).system_version)
    expect(reported.toSorted()).toEqual(['1.0.0', '1.0.1', '1.0.2', '1.0.3'])
  })
})

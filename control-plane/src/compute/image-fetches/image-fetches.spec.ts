import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { GIB } from '../../kernel/values/bytes.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import type { Caller } from '../../testing/caller.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { imageCatalog } from './catalog.ts'
import { FetchSite, image, sha, sha256, SOON } from './fetch-fixtures.ts'

let site: FetchSite
let server: TestServer
let admin: Caller
beforeAll(async () => {
  site = await FetchSite.open()
  ;({ server, admin } = site)
})
afterAll(() => site.close())

describe('image_catalog_list', () => {
  it('lists published images with the addresses of their mirrors, to every user', async () => {
    const { items } = await (await server.user()).ok('image_catalog_list', { query: { limit: 100 } })
    expect(items.map(({ name }: { name: string }) => name)).toEqual(
      imageCatalog()
        .map(({ name }) => name)
        .toSorted(),
    )
    expect(items.find(({ name }: { name: string }) => name === 'debian-13-arm64')).toEqual({
      name: 'debian-13-arm64',
      os: 'Debian',
      version: '13',
      architecture: 'arm64',
      url: `${site.files.url}/debian/trixie/latest/debian-13-generic-arm64.qcow2`,
      checksum_url: `${site.files.url}/debian/trixie/latest/SHA512SUMS`,
    })
    expect((await admin.call('image_catalog_list', { query: { limit: 0 } })).status).toBe(400)
  })
})

describe('image_fetch_create', () => {
  it('fetches an image of the catalog, and verifies it by the checksum file of the publisher', async () => {
    site.files.serve('/debian/trixie/latest/debian-13-generic-amd64.qcow2', image)
    site.files.serve('/debian/trixie/latest/SHA512SUMS', `${sha('sha512', image)}  debian-13-generic-amd64.qcow2\n`)
    const source = { type: 'catalog', image: 'debian-13-amd64' }
    const created = await site.fetchImage({ name: 'debian', description: '', source })
    expect([created.status, created.body]).toEqual([
      201,
      expect.objectContaining({ name: 'debian', os: 'Debian', version: '13', project_id: null, state: 'downloading' }),
    ])
    expect(await site.ended(created.body.id)).toMatchObject({
      id: created.body.id,
      name: 'debian',
      os: 'Debian',
      version: '13',
      project_id: null,
      size: GIB,
      block_size: 512,
      digest: sha256(image),
    })
    const { volumes } = server.plane.services.platform
    expect(Buffer.from(await volumes.read(created.body.id, 0, image.length))).toEqual(image)
    expect((await site.view(created.body.id)).status).toBe(404)
    const { items } = await admin.ok('image_fetch_list')
    expect(items).toEqual([])
    await vi.waitFor(async () => expect(await server.plane.services.imageFetching!.files.ids()).toEqual([]), SOON)
  })

  it('fetches any https address into a project, after redirects, and the image can be used and deleted', async () => {
    const project = await site.newProject()
    site.files.serve('/elsewhere', image)
    const url = site.files.serve('/moved', (_, answer) => answer.writeHead(302, { location: '/elsewhere' }).end())
    const sha512 = { type: 'sha512', value: sha('sha512', image).toUpperCase() }
    const { id, ...asked } = (await site.fetchImage({ ...site.bodyOf(url, sha512), size: 2 * GIB }, project)).body
    expect(asked).toMatchObject({ checksum: { ...sha512, value: sha('sha512', image) }, size: 2 * GIB })
    expect(await site.ended(id)).toMatchObject({ project_id: project, size: 2 * GIB, digest: sha256(image) })
    const disk_source = { type: 'image', image_id: id }
    const disk = { name: 'from-it', description: '', size: 2 * GIB, disk_source }
    expect((await admin.call('disk_create', { query: { project }, body: disk })).status).toBe(201)
    expect((await admin.call('image_delete', { path: { image: id } })).status).toBe(204)
  })

  it('takes the size of the disk from the header of a qcow2 image', async () => {
    const header = new DataView(new ArrayBuffer(104))
    header.setUint32(0, 0x51_46_49_fb)
    header.setUint32(4, 3)
    header.setBigUint64(24, 3n * BigInt(GIB) + 512n)
    const qcow2 = new Uint8Array(header.buffer)
    const url = site.files.serve('/small.qcow2', qcow2)
    const { id } = (await site.fetchImage(site.bodyOf(url, sha256(qcow2)))).body
    expect((await site.ended(id)).size).toBe(4 * GIB)
    expect(await site.failure({ ...site.bodyOf(url, sha256(qcow2)), size: GIB })).toBe(
      `the image needs ${3 * GIB + 512} B, not 1 GiB`,
    )
    header.setBigUint64(24, 2n ** 60n)
    expect(await site.failure(site.bodyOf(url, sha256(qcow2)))).toMatch('the disk in the image has 1 EiB')
  })

  it('refuses names that are taken, by an image or by another fetch', async () => {
    const url = site.files.serve('/slow-name', () => {})
    const body = site.bodyOf(url)
    const { id } = (await site.fetchImage(body)).body
    const refused = { status: 400, body: { message: `already exists: silo-image "${body.name}"` } }
    expect(await site.fetchImage(body)).toMatchObject(refused)
    expect((await site.cancel(id)).status).toBe(204)
    const taken = { ...body, name: 'debian-13' }
    expect((await site.fetchImage(taken)).body.message).toBe('already exists: silo-image "debian-13"')
  })

  it('fails when the name is taken meanwhile', async () => {
    const go = Promise.withResolvers<void>()
    const url = site.files.serve('/name-race', (_, answer) => void go.promise.then(() => answer.end(image)))
    const first = site.bodyOf(url)
    const { id } = (await site.fetchImage(first)).body
    await site.arrived('/name-race')
    await server.db.updateTable('images').set({ name: first.name }).where('name', '=', 'alpine-3-23').execute()
    go.resolve()
    const failed = await site.ended(id)
    expect(failed.reason_for_failure).toBe(`already exists: silo-image "${first.name}"`)
    // The size that was found in the file is none that was asked for.
    expect(failed).toMatchObject({ size: GIB, requested_size: null })
    expect(await site.nothingLeft(id)).toBe(true)
    await server.db.updateTable('images').set({ name: 'alpine-3-23' }).where('name', '=', first.name).execute()
  })

  it('refuses addresses that are not https, of private networks, or with a password', async () => {
    for (const [url, why] of [
      ['http://images.test/x', 'it is not an https URL'],
      ['file:///etc/passwd', 'it is not an https URL'],
      ['https://user:secret@images.test/x', 'it must not hold a password'],
      ['https://10.0.0.1/x', 'SKERRY_OUTBOUND_NETWORKS'],
      ['https://[::1]/x', 'SKERRY_OUTBOUND_NETWORKS'],
      ['https://inside.test/x', 'SKERRY_OUTBOUND_NETWORKS'],
    ] as const) {
      const { status, body } = await site.fetchImage(site.bodyOf(url))
      expect([url, status, body.message]).toEqual([url, 400, expect.stringContaining(why)])
    }
  })

  it('refuses bodies that say too little or what cannot be', async () => {
    const { os: _, ...unnamed } = site.bodyOf(`${site.files.url}/x`)
    expect((await site.fetchImage(unnamed)).body.message).toMatch('os and version are required')
    const unknown = { ...site.bodyOf(''), source: { type: 'catalog', image: 'windows-95' } }
    expect((await site.fetchImage(unknown)).body.message).toMatch('the catalog has no image "windows-95"')
    for (const size of [0, 1000, 1024 * GIB])
      expect((await site.fetchImage({ ...site.bodyOf(`${site.files.url}/x`), size })).body.error_code).toBe(
        'InvalidValue',
      )
    expect((await site.fetchImage(site.bodyOf(`${site.files.url}/x`, { type: 'sha256', value: 'abc' }))).status).toBe(
      400,
    )
  })

  it('lets a collaborator of the project fetch for it, and not for the silo', async () => {
    const project = await site.newProject()
    const body = site.bodyOf(`${site.files.url}/nowhere`)
    const member = await server.user({ projects: { [project]: 'collaborator' } })
    expect((await site.fetchImage(body, undefined, member)).status).toBe(403)
    expect((await site.fetchImage(body, project, member)).status).toBe(201)
  })

  it('runs four fetches of a silo at most', async () => {
    const url = site.files.serve('/never', () => {})
    const silo = await server.silo(site.fresh('busy'))
    const owner = await server.user({ silo: 'admin' }, silo)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        site.fetchImage({ ...site.bodyOf(url), name: `busy-${n}` }, undefined, owner),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 507, 507])
    const { items } = await owner.ok('image_fetch_list')
    await Promise.all(items.map(({ id }: { id: string }) => site.cancel(id, owner)))
    expect((await owner.ok('image_fetch_list')).items).toEqual([])
  })
})

describe('image_fetch_view and image_fetch_delete', () => {
  it('show the progress of a slow fetch, and cancel it', async () => {
    const project = await site.newProject()
    const url = site.files.serve('/slow', (_, answer) => {
      answer.writeHead(200, { 'content-length': image.length })
      answer.write(image.subarray(0, 1000))
    })
    const { id } = (await site.fetchImage(site.bodyOf(url), project)).body
    const progress = { state: 'downloading', bytes_received: 1000, bytes_total: image.length }
    await vi.waitFor(async () => expect((await site.view(id)).body).toMatchObject(progress), SOON)
    expect((await site.cancel(id)).status).toBe(204)
    expect(await site.nothingLeft(id)).toBe(true)
    expect([(await site.view(id)).status, (await site.cancel(id)).status]).toEqual([404, 404])
    expect((await admin.call('image_view', { path: { image: id } })).status).toBe(404)
  })

  it('show why a fetch is tried again, until more of it arrives', async () => {
    const answers: ServerResponse[] = []
    const url = site.files.serve('/tried-again', (_, answer) => {
      if (answers.push(answer) === 1) answer.writeHead(503).end()
    })
    const { id } = (await site.fetchImage(site.bodyOf(url))).body
    await site.arrived('/tried-again', 2)
    const reason = expect.stringMatching(/^images\.test:\d+ answers with status 503$/)
    expect((await site.view(id)).body).toMatchObject({ state: 'downloading', retry_reason: reason })
    answers[1]!.write(image.subarray(0, 1000))
    await vi.waitFor(
      async () => expect((await site.view(id)).body).toMatchObject({ bytes_received: 1000, retry_reason: null }),
      SOON,
    )
    answers[1]!.end(image.subarray(1000))
    expect((await site.ended(id)).digest).toEqual(sha256(image))
  })

  it('say nothing of where the server stores images when that fails', async () => {
    const retried = Promise.withResolvers<void>()
    const reason = /^the image cannot be stored: see saga [-0-9a-f]{36} in the server's log$/
    const fails = vi.spyOn(server.platform.volumes, 'ensureImage')
    onTestFinished(() => fails.mockRestore())
    fails.mockRejectedValueOnce(new PlatformError('transient', "The storage failed: EACCES, open '/srv/skerry'"))
    fails.mockImplementationOnce(async () => {
      await retried.promise
      throw new PlatformError('permanent', "The storage failed: EROFS, open '/srv/skerry'")
    })
    const { id } = (await site.fetchImage(site.bodyOf(site.files.serve('/not-stored', image)))).body
    await vi.waitFor(() => expect(fails).toHaveBeenCalledTimes(2), SOON)
    const { body } = await site.view(id).finally(() => retried.resolve())
    expect(body).toMatchObject({ state: 'storing', retry_reason: expect.stringMatching(reason) })
    expect((await site.ended(id)).reason_for_failure).toMatch(reason)
    expect((await site.cancel(id)).status).toBe(204)
  })

  it('dismiss a failed fetch, and hide those of silo images from users without a role in the silo', async () => {
    const { id } = (await site.fetchImage(site.bodyOf(`${site.files.url}/missing`))).body
    await site.ended(id)
    const member = await server.user({ projects: { [await site.newProject()]: 'admin' } })
    expect((await site.view(id, member)).body.message).toBe(`not found: image-fetch with id "${id}"`)
    expect((await site.view(id, await server.user({ silo: 'viewer' }))).status).toBe(200)
    expect((await site.cancel(id)).status).toBe(204)
    expect((await site.cancel(randomId())).status).toBe(404)
    expect((await admin.call('image_fetch_view', { path: { fetch_id: 'x' } })).status).toBe(400)
  })

  it('end with the deletion of their project', async () => {
    const project = await site.newProject()
    const { id } = (await site.fetchImage(site.bodyOf(site.files.serve('/until-deleted', () => {})), project)).body
    await site.arrived('/until-deleted')
    const vpcs = await admin.ok('vpc_list', { query: { project } })
    for (const vpc of vpcs.items) {
      const { items } = await admin.ok('vpc_subnet_list', { query: { vpc: vpc.id } })
      for (const subnet of items) await admin.ok('vpc_subnet_delete', { path: { subnet: subnet.id } })
      await admin.ok('vpc_delete', { path: { vpc: vpc.id } })
    }
    await admin.ok('project_delete', { path: { project } })
    await vi.waitFor(async () => expect(await server.plane.services.sagas.list()).toEqual([]), SOON)
    expect(await site.nothingLeft(id)).toBe(true)
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { Running } from '../testing/running.ts'
import { scratchFolder } from '../testing/server.ts'
import { restoreFolder, storeFolder } from '../testing/stored-folder.ts'

/** The folder of a server with the first migration alone, whose admin's password is that of `Running`. */
const first = fileURLToPath(new URL('../../../fixtures/first-folder', import.meta.url))
const project = '?project=harbour'

test('a folder of the first version has all that was in it after an upgrade, and goes on', async () => {
  const data = scratchFolder()
  onTestFinished(() => data[Symbol.dispose]())
  await restoreFolder(first, data.path)
  const server = new Running(data.path)
  await server.start()
  onTestFinished(() => server.process[Symbol.asyncDispose]())
  const named = async (path: string) => (await server.ok('GET', path)).items.map(({ name }: { name: string }) => name)

  expect(await named('projects')).toEqual(['harbour'])
  expect(await named(`disks${project}`)).toEqual(['imported'])
  expect(await named(`images${project}`)).toEqual(['harbour-os'])
  expect(await named(`vpc-routers${project}&vpc=default`)).toEqual(['own', 'system'])
  expect(await named(`affinity-groups${project}`)).toEqual(['together'])
  const web = await server.ok('GET', `instances/web${project}`)
  expect(await server.ok('GET', `disks/imported${project}`)).toMatchObject({
    state: { state: 'attached', instance: web.id },
  })
  expect(await server.ok('GET', `floating-ips/front${project}`)).toMatchObject({ instance_id: web.id })
  const { role_assignments } = await server.ok('GET', 'projects/harbour/policy')
  expect(role_assignments).toContainEqual(expect.objectContaining({ role_name: 'viewer' }))

  await server.ok('POST', `instances/web/start${project}`)
  const { id } = await server.ok('GET', `snapshots/first${project}`)
  const disk_source = { type: 'snapshot', snapshot_id: id }
  const added = await server.ok('POST', `disks${project}`, {
    name: 'added',
    description: '',
    size: 2 ** 30,
    disk_source,
  })
  expect(await server.disorder()).toEqual([])
  const stored = readFileSync(join(data.path, 'volumes', added.id, '000000'))
  expect(stored.subarray(4096, 4096 + 512)).toEqual(Buffer.alloc(512, 'first'))
})

test('a stored folder is made again as it was', async () => {
  using data = scratchFolder()
  using stored = scratchFolder()
  await restoreFolder(first, data.path)
  await storeFolder(data.path, stored.path)
  const rowsOf = (folder: string) =>
    readdirSync(join(folder, 'rows')).map((table) => [table, readFileSync(join(folder, 'rows', table), 'utf8')])
  expect(rowsOf(stored.path)).toEqual(rowsOf(first))
})

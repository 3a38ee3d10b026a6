import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { collectBundle } from '../fleet/support-bundles/bundle-fixtures.ts'
import { randomId } from '../kernel/values/uuid.ts'
import { DataFolderMark } from '../node/folder/data-folder-mark.ts'
import { FileArchives } from '../node/folder/file-archives.ts'
import { regularTasks } from '../tasks.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'
import { requireOwnFiles } from './own-files.ts'

const folder = temporaryFolder()
const mark = new DataFolderMark(folder.path)
let archives: FileArchives
let server: TestServer
beforeAll(async () => {
  await mkdir(folder.path)
  archives = new FileArchives(join(folder.path, 'support-bundles'), 0)
  server = await startTestServer({ archives })
})
afterAll(async () => {
  await server.close()
  folder.remove()
})
beforeEach(async () => rm(mark.path, { force: true }))

const services = () => ({ ...server.plane.services, filesMark: mark })
const storageId = async () => (await server.db.selectFrom('platform_storage').select('id').executeTakeFirstOrThrow()).id

const removeOrphans = async () => {
  for (const task of regularTasks(services()))
    if (task.name.startsWith('orphaned-')) await task.run(AbortSignal.timeout(60_000))
}

it('an unmarked folder is its own, and marked, while it has no files', async () => {
  const id = await collectBundle(server)
  await expect(requireOwnFiles(services())).rejects.toMatchObject({ kind: 'transient' })
  await server.admin.ok('support_bundle_delete', { path: { bundle_id: id } })
  await server.settle()
  await requireOwnFiles(services())
  expect(await mark.read()).toBe(await storageId())
})

it('orphans are removed each hour only among its own files', async () => {
  const orphan = randomId()
  await writeFile(join(folder.path, 'support-bundles', `${orphan}.zip`), 'of another database')
  const { imageFetching } = server.plane.services
  await imageFetching!.files.write(orphan, 0, bytes())
  const left = async () => [
    (await archives.ids()).includes(orphan),
    (await imageFetching!.files.ids()).includes(orphan),
  ]
  const id = await storageId()
  const writeMark = [
    async () => {},
    () => mark.write(randomId()),
    () => writeFile(mark.path, '{"id":'),
    () => writeFile(mark.path, ''),
  ]
  for (const write of writeMark) {
    await write()
    await expect(removeOrphans()).rejects.toMatchObject({ kind: 'transient' })
    await expect(requireOwnFiles(services())).rejects.toThrow(`"id":"${id}"`)
    expect(await left()).toEqual([true, true])
  }
  await mark.write(id)
  await removeOrphans()
  expect(await left()).toEqual([false, false])
})

async function* bytes() {
  yield Buffer.from('half')
}

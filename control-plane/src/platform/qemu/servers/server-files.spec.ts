import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DataFolderMark } from '../../../node/folder/data-folder-mark.ts'
import { DownloadFolder } from '../../../node/folder/download-files.ts'
import { FileArchives } from '../../../node/folder/file-archives.ts'
import { FileVolumeStore } from '../../../node/folder/volume-store.ts'
import { rememberPlatform } from '../../../node/start/platform-of-folder.ts'
import { FileUpdateArchives } from '../../../node/updates/archives.ts'
import { newPublisher, repositoryArchive } from '../../../testing/update-repository.ts'
import { noPowerCuts, PowerCutFolder } from '../testing/power-cut.ts'

const ID = '0b8f7f0e-6f0f-4f0a-8b1d-3f4c5a6b7c8d'
const bytes = new TextEncoder().encode('whole')
async function* once<T>(one: T): AsyncGenerator<T> {
  yield one
}

/** What writes a file of the data folder, and what is read of it later. */
const WRITES: Record<
  string,
  [write: (data: string) => Promise<void>, read: (data: string) => Promise<unknown>, unknown]
> = {
  'the platform of the folder': [
    (data) => rememberPlatform(data, 'qemu'),
    (data) => readFile(join(data, 'platform'), 'utf8'),
    'qemu\n',
  ],
  'the mark of the folder': [
    (data) => new DataFolderMark(data).write(ID),
    (data) => new DataFolderMark(data).read(),
    ID,
  ],
  'a support bundle': [
    (data) => new FileArchives(join(data, 'bundles'), 0).write(ID, once({ path: 'a.txt', content: ['whole'] })),
    async (data) => (await new FileArchives(join(data, 'bundles')).files(ID))?.map(({ path, size }) => [path, size]),
    [['a.txt', 5]],
  ],
  'a download': [
    (data) => new DownloadFolder(join(data, 'downloads'), 0).write(ID, 0, once(bytes)),
    (data) => readFile(join(data, 'downloads', `${ID}.part`), 'utf8'),
    'whole',
  ],
  'an update repository': [
    async (data) => {
      const publisher = newPublisher()
      const body = new Blob([new Uint8Array(await repositoryArchive(publisher))]).stream()
      const archives = new FileUpdateArchives(join(data, 'updates'), { keepFreeBytes: 0 })
      await archives.receive(body, [publisher.rootRole], new Date('2026-01-01T00:00:00Z'))
      await archives.close()
    },
    async (data) => (await readdir(join(data, 'updates'))).map((name) => extname(name)),
    ['.zip'],
  ],
  'a simulated volume that was flushed, and a copy of it': [
    async (data) => {
      const store = new FileVolumeStore(join(data, 'volumes'), 0)
      await store.create(ID)
      await store.write(ID, 0, bytes)
      await store.flush(ID)
      await store.copy(ID, 'copy')
    },
    (data) => {
      const store = new FileVolumeStore(join(data, 'volumes'), 0)
      return Promise.all([ID, 'copy'].map((id) => store.read(id, 0, bytes.length)))
    },
    [bytes, bytes],
  ],
}

const without = noPowerCuts()

describe(`after a power cut ${without ? `(NOT RUN: ${without})` : ''}`, () => {
  test.runIf(!without).for(Object.entries(WRITES))('%s is there whole', async ([, [write, read, expected]]) => {
    const power = await PowerCutFolder.mount()
    onTestFinished(() => power.unmount())
    await write(power.path)
    await power.cut('nothing')
    expect(await read(power.path)).toEqual(expected)
  })
})

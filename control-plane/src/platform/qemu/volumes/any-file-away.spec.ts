import { execFile } from 'node:child_process'
import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageSpec } from '../../conformance/bed.ts'
import { newId, NOTHING, volumeSpec } from '../../conformance/declared.ts'
import type { DesiredState } from '../../interface/platform.ts'
import type { StoredKind } from './stored.ts'
import { VolumeSite } from './volume-site.fixtures.ts'

const run = promisify(execFile)
const BLOCK = 65_536

interface Thing {
  kind: StoredKind
  id: string
  /** Bytes of its first blocks. */
  bytes: number[]
  /** The files that it needs, in the storage's folder. */
  files: string[]
}

/** A folder with things that share layers, of which each case has a copy. */
let original: VolumeSite
const things: Thing[] = []

beforeAll(async () => {
  original = await VolumeSite.open()
  const write = (id: string, number: number) => original.io(id, `write -P ${number} ${(number - 1) * BLOCK} ${BLOCK}`)
  const disk = await original.disk()
  await write(disk, 1)
  const one = await original.snapshot(disk)
  await write(disk, 2)
  const two = await original.snapshot(disk)
  await write(disk, 3)
  const image = { ...imageSpec(one), id: newId() }
  await original.volumes.ensureImage(image)
  const ofSnapshot = await original.disk({ kind: 'snapshot', id: one })
  await write(ofSnapshot, 4)
  const ofImage = await original.disk({ kind: 'image', id: image.id })
  await write(ofImage, 5)

  const chain = await original.chainOf(disk)
  const add = (kind: StoredKind, id: string, bytes: number[], layers: string[]) => {
    const bases = layers.slice(0, -1).map((name) => join('bases', `${name}.json`))
    const files = [join(`${kind}s`, `${id}.json`), ...layers.map((name) => join('layers', name)), ...bases]
    things.push({ kind, id, bytes, files })
  }
  add('volume', disk, [1, 2, 3, 0, 0], chain)
  add('snapshot', two, [1, 2, 0, 0, 0], chain.slice(1))
  add('snapshot', one, [1, 0, 0, 0, 0], chain.slice(2))
  add('image', image.id, [1, 0, 0, 0, 0], chain.slice(2))
  add('volume', ofSnapshot, [1, 0, 0, 4, 0], await original.chainOf(ofSnapshot))
  add('volume', ofImage, [1, 0, 0, 0, 5], await original.chainOf(ofImage))
  await original.restart('closed')
})
afterAll(() => original.dispose())

function desired(those: readonly Thing[]): DesiredState {
  const idsOf = (kind: StoredKind) => those.filter((one) => one.kind === kind).map(({ id }) => id)
  const { sizeBytes } = volumeSpec()
  return {
    ...NOTHING,
    volumes: idsOf('volume').map((id) => ({ ...volumeSpec(id), finalized: true, attachedTo: null })),
    snapshots: idsOf('snapshot').map((id) => ({ id, volumeId: things[0]!.id, sizeBytes })),
    images: idsOf('image').map((id) => ({ ...imageSpec(newId()), id })),
  }
}

const remove = ({ volumes }: VolumeSite, { kind, id }: Thing): Promise<void> => {
  if (kind === 'volume') return volumes.deleteVolume(id)
  return kind === 'snapshot' ? volumes.deleteSnapshot(id) : volumes.deleteImage(id)
}

test.each(['while the server runs', 'since before its start'])(
  'a thing is as it was when a file is back that was away %s, while all other things were deleted',
  async (since) => {
    for (const kept of things)
      for (const file of kept.files) {
        await using stack = new AsyncDisposableStack()
        const site = await VolumeSite.open()
        stack.defer(() => site.dispose())
        await run('cp', ['-a', '--sparse=always', `${original.folder}/.`, site.folder])
        const [path, away] = [join(site.folder, file), join(site.folder, 'away')]
        if (since === 'since before its start') await rename(path, away)
        await site.volumes.restore(desired(things))
        if (since === 'while the server runs') await rename(path, away)
        for (const other of things) if (other !== kept) await remove(site, other)
        await site.restart('closed')
        await site.volumes.restore(desired([kept]))
        await rename(away, path)
        await site.volumes.list()
        // A merge that began meanwhile ends before this one.
        await site.mergesAnother()
        const found = kept.bytes.map(async (_, at) => (await site.volumes.read(kept.id, at * BLOCK, 1))[0])
        expect(await Promise.all(found), `${kept.kind} without ${file}`).toEqual(kept.bytes)
        await remove(site, kept)
        await expect.poll(() => readdir(join(site.folder, 'layers'))).toHaveLength(1)
      }
  },
)

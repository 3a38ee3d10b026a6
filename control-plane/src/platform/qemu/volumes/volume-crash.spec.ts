import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../clock/clock.ts'
import { imageSpec } from '../../conformance/bed.ts'
import { newId, NOTHING, volumeSpec } from '../../conformance/declared.ts'
import type { VolumeSource } from '../../interface/volumes.ts'
import { Work } from '../base/work.ts'
import { firstInShort } from '../testing/short-form.ts'
import { qcow2 } from './formats/hostile.fixtures.ts'
import { readOverlay } from './overlay.ts'
import { QemuVolumes } from './qemu-volumes.ts'
import { makeCall, STREAMED, type VolumeCall } from './volume-call.fixtures.ts'
import { conversion } from './volume-site.fixtures.ts'

const run = promisify(execFile)
const worker = import.meta.resolve('./volume-crash.worker.ts').slice('file://'.length)
const BLOCK = 8192
const block = (seed: number) => new Uint8Array(BLOCK).fill(seed)

const ids = { volume: newId(), snapshot: newId(), image: newId(), raw: newId(), foreign: newId(), fresh: newId() }
const fresh = (source: VolumeSource) => volumeSpec(ids.fresh, source)

/** A folder with some of everything, of which each test has a copy. */
let original: string
beforeAll(async () => {
  original = await mkdtemp(join(tmpdir(), 'skerry-qemu-crash-'))
  const { volumes, close } = driver(original)
  for (const [id, bytes] of [
    [ids.volume, block(1)],
    [ids.raw, block(2)],
    [ids.foreign, qcow2()],
  ] as const) {
    await volumes.ensureVolume(volumeSpec(id, { kind: 'import' }))
    await volumes.write(id, 1, 0, bytes)
  }
  await volumes.finalizeImport(ids.volume)
  await volumes.ensureSnapshot({ id: ids.snapshot, volumeId: ids.volume })
  await volumes.ensureImage({ ...imageSpec(ids.snapshot), id: ids.image })
  await close()
})
afterAll(() => rm(original, { recursive: true }))

const driver = (folder: string) => {
  const work = new Work(systemClock)
  const emit = () => expect.fail('Lost')
  const volumes = new QemuVolumes({ work, folder, keepFreeBytes: () => 0, emit, report: () => {}, conversion })
  const close = async () => {
    await work.close()
    volumes.close()
  }
  return { volumes, close }
}

interface Sweep {
  name: string
  call: VolumeCall
  /** What exists afterwards, with its first byte; undefined when it is gone. */
  id: string
  before: number | undefined
  after: number | undefined
}

const sweeps: readonly Sweep[] = [
  {
    name: 'a blank volume',
    call: ['ensureVolume', [fresh({ kind: 'blank' })]],
    id: ids.fresh,
    before: undefined,
    after: 0,
  },
  {
    name: 'a volume from a snapshot',
    call: ['ensureVolume', [fresh({ kind: 'snapshot', id: ids.snapshot })]],
    id: ids.fresh,
    before: undefined,
    after: 1,
  },
  {
    name: 'a volume from an image',
    call: ['ensureVolume', [fresh({ kind: 'image', id: ids.image })]],
    id: ids.fresh,
    before: undefined,
    after: 1,
  },
  { name: 'a finalized import', call: ['finalizeImport', [ids.raw]], id: ids.raw, before: 2, after: 2 },
  { name: 'a converted import', call: ['finalizeImport', [ids.foreign]], id: ids.foreign, before: 0x51, after: 0 },
  {
    name: 'a snapshot of a volume',
    call: ['ensureSnapshot', [{ id: ids.fresh, volumeId: ids.volume }]],
    id: ids.fresh,
    before: undefined,
    after: 1,
  },
  {
    name: 'a snapshot of an import',
    call: ['ensureSnapshot', [{ id: ids.fresh, volumeId: ids.raw }]],
    id: ids.fresh,
    before: undefined,
    after: 2,
  },
  {
    name: 'an image of a snapshot',
    call: ['ensureImage', [{ ...imageSpec(ids.snapshot), id: ids.fresh }]],
    id: ids.fresh,
    before: undefined,
    after: 1,
  },
  {
    name: 'an image of a stream',
    call: [STREAMED, [ids.fresh, 65_536]],
    id: ids.fresh,
    before: undefined,
    after: 5,
  },
  {
    name: 'a volume that is deleted',
    call: ['deleteVolume', [ids.volume]],
    id: ids.volume,
    before: 1,
    after: undefined,
  },
  { name: 'an import that is deleted', call: ['deleteVolume', [ids.raw]], id: ids.raw, before: 2, after: undefined },
  {
    name: 'a snapshot that is deleted',
    call: ['deleteSnapshot', [ids.snapshot]],
    id: ids.snapshot,
    before: 1,
    after: undefined,
  },
  { name: 'an attached volume', call: ['ensureAttached', [ids.volume, newId()]], id: ids.volume, before: 1, after: 1 },
]

describe.each(firstInShort(sweeps))('kill -9 at each step of $name', ({ call, id, before, after }) => {
  // oxlint-disable-next-line vitest/expect-expect -- `verify` has the assertions.
  test('leaves what was there, or what was requested, and nothing else', async () => {
    for (let step = 0, killed = true; killed; step++) {
      const folder = await mkdtemp(join(tmpdir(), 'skerry-qemu-crash-'))
      try {
        await run('cp', ['-a', '--sparse=always', `${original}/.`, folder])
        killed = await isKilled(folder, step, call)
        await verify(folder, `step ${step}`)
      } finally {
        await rm(folder, { recursive: true })
      }
    }
  })

  async function verify(folder: string, at: string): Promise<void> {
    const { volumes, close } = driver(folder)
    await volumes.restore(NOTHING)
    expect([before, after], at).toContain(await firstByte(volumes, id))
    for (const [other, byte] of [
      [ids.volume, 1],
      [ids.snapshot, 1],
      [ids.image, 1],
      [ids.raw, 2],
    ] as const)
      expect(other === id ? byte : await firstByte(volumes, other), at).toBe(byte)
    await everyLayerIsUsed(folder)
    await makeCall(volumes, call)
    expect(await firstByte(volumes, id), at).toBe(after)
    await close()
    await everyLayerIsUsed(folder)
  }
})

/** Whether the worker was killed before it completed the call. */
async function isKilled(folder: string, step: number, call: Sweep['call']): Promise<boolean> {
  const child = spawn(process.execPath, [worker, folder, `${step}`, JSON.stringify(call)], { stdio: 'inherit' })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (signal === 'SIGKILL') return true
  expect(code).toBe(0)
  return false
}

async function firstByte(volumes: QemuVolumes, id: string): Promise<number | undefined> {
  try {
    const bytes = await volumes.read(id, 0, BLOCK)
    expect(new Set(bytes).size).toBeLessThan(id === ids.foreign ? 100 : 2)
    return bytes[0]
  } catch (error) {
    expect(error).toMatchObject({ kind: 'gone' })
    return undefined
  }
}

/** No file is there but records and the layers that they lead to. */
async function everyLayerIsUsed(folder: string): Promise<void> {
  const used = new Set<string>()
  for (const kind of ['volumes', 'snapshots', 'images'])
    for (const name of await readdir(join(folder, kind))) {
      expect(name).toMatch(/\.json$/)
      const { layer } = JSON.parse(await readFile(join(folder, kind, name), 'utf8')) as { layer: string }
      for (let next: string | null = layer; next !== null && !used.has(next);) {
        used.add(next)
        await using layer = await open(join(folder, 'layers', next), 'r')
        next = next.endsWith('.qcow2') ? (await readOverlay(layer)).backing : null
      }
    }
  expect((await readdir(join(folder, 'layers'))).toSorted()).toEqual([...used].toSorted())
}

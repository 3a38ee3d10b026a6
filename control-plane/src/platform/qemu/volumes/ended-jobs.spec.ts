import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId, NOTHING, volumeSpec } from '../../conformance/declared.ts'
import { SHORTEN_ABOVE } from './layers.ts'
import { VolumeSite } from './volume-site.fixtures.ts'

const run = promisify(execFile)
const BLOCK = 8192
const LAST = SHORTEN_ABOVE + 1
const never = () => new Promise<void>(() => {})

/** A folder with a chain that is to be shortened, of which each step has a copy. */
let original: VolumeSite
const volumeId = newId()
/** By id, with the last block that they have. */
const snapshots = new Map<string, number>()
/** The layer that is replaced, which the last snapshot has. */
let replaced: string

beforeAll(async () => {
  let gate: () => Promise<void> | void = () => {}
  original = await VolumeSite.open(undefined, () => gate())
  await original.volumes.ensureVolume({ ...volumeSpec(), id: volumeId })
  for (let number = 1; number <= LAST; number++) {
    const path = await original.volumes.newestFile(volumeId)
    const format = path.endsWith('.raw') ? 'raw' : 'qcow2'
    await run('qemu-io', ['-f', format, '-c', `write -P ${number} ${number * BLOCK} ${BLOCK}`, path])
    const id = newId()
    await original.volumes.ensureSnapshot({ id, volumeId })
    snapshots.set(id, number)
    replaced = basename(path)
  }
  gate = never
  await original.restart('killed')
})
afterAll(() => original.dispose())

/** What ends a job, and resolves when the work that did is over. */
const ENDS = {
  'work that needs its layers': (site: VolumeSite) => site.volumes.withChains([volumeId], async () => {}),
  'an orderly stop': async (site: VolumeSite) => site.platform.close(),
}

describe.each(Object.entries(ENDS))('a copy that is ended by %s', (_, end) => {
  test('at any of its steps leaves each record whole', async () => {
    let steps = 0
    while (await endAt(steps, end)) steps++
    expect(steps).toBeGreaterThan(10)
  })

  /** Ends the copy before its change of a file with this number. Returns whether there is one. */
  async function endAt(step: number, end: (site: VolumeSite) => Promise<void>): Promise<boolean> {
    let left = Infinity
    let ended: Promise<void> | undefined
    const site = await VolumeSite.open(undefined, async () => {
      if (left-- !== 0) return
      ended = end(site)
      // What does not wait for this change goes on.
      for (let count = 0; count < 10; count++) await setImmediate()
    })
    try {
      await run('cp', ['-a', '--sparse=always', `${original.folder}/.`, site.folder])
      const layers = () => readdir(join(site.folder, 'layers'))
      await isWhole(site, `before step ${step}`)
      left = step
      await site.volumes.restore(NOTHING)
      await expect.poll(async () => ended !== undefined || !(await layers()).includes(replaced)).toBe(true)
      left = Infinity
      await ended
      for (const how of ['closed', 'killed'] as const) {
        await site.restart(how)
        await isWhole(site, `ended at step ${step}, ${how}`)
        await site.volumes.restore(NOTHING)
        await expect.poll(layers).not.toContain(replaced)
      }
      // Of the others nothing is left that the last one could still need.
      for (const id of [...snapshots.keys()].slice(0, -1)) await site.volumes.deleteSnapshot(id)
      await site.volumes.deleteVolume(volumeId)
      await isWhole(site, `alone after step ${step}`, [...snapshots].slice(-1))
      await expect.poll(layers).toHaveLength(1)
      return ended !== undefined
    } finally {
      await site.dispose()
    }
  }

  async function isWhole(
    { volumes }: VolumeSite,
    at: string,
    things: Iterable<[string, number]> = [...snapshots, [volumeId, LAST]],
  ): Promise<void> {
    for (const [id, last] of things) {
      const bytes = await volumes.read(id, 0, (LAST + 1) * BLOCK)
      const blocks = Array.from({ length: LAST + 1 }, (_, number) => bytes[number * BLOCK])
      expect(blocks, at).toEqual(blocks.map((_, number) => (number <= last ? number : 0)))
    }
  }
})

test('new disks and starts of their machines do not end the copy of what they share', async () => {
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  let isArmed = false
  const site = await VolumeSite.open(undefined, async () => {
    if (!isArmed) return
    isArmed = false
    hold()
    await isReleased
  })
  try {
    await run('cp', ['-a', '--sparse=always', `${original.folder}/.`, site.folder])
    const layers = () => readdir(join(site.folder, 'layers'))
    await site.volumes.read(volumeId, 0, 1)
    isArmed = true
    await site.volumes.restore(NOTHING)
    // All is copied, and not yet durable.
    await isHeld
    const copy = (await layers()).find((name) => name.endsWith('.draft'))!
    const disks = []
    for (const id of snapshots.keys()) {
      const spec = volumeSpec(newId(), { kind: 'snapshot', id })
      await site.volumes.ensureVolume(spec)
      await site.volumes.withChains([spec.id, volumeId], async () => {})
      disks.push(spec.id)
    }
    release()
    await expect.poll(layers).not.toContain(replaced)
    expect(await layers()).toContain(copy.slice(0, -'.draft'.length))
    expect(await site.chainOf(disks.at(-1)!)).toHaveLength(2)
    expect((await site.volumes.read(disks.at(-1)!, LAST * BLOCK, 1))[0]).toBe(LAST)
  } finally {
    await site.dispose()
  }
})

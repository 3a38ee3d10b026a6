import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rejects } from '../../conformance/bed.ts'
import { newId, NOTHING } from '../../conformance/declared.ts'
import { abortable } from '../../interface/abortable.ts'
import { SHORTEN_ABOVE, MAX_OVERLAYS } from './layers.ts'
import { StorageDaemon } from './storage-daemon.fixtures.ts'
import { VolumeSite } from './volume-site.fixtures.ts'

const BLOCK = 8192

let site: VolumeSite
let daemon: StorageDaemon
let volumeId: string

/** A volume that QEMU has open, as a running machine has. */
beforeEach(async () => {
  site = await VolumeSite.open((folder) => (daemon = new StorageDaemon(folder)))
  volumeId = await site.disk()
  await begin()
})
afterEach(async () => {
  await daemon.end('SIGKILL')
  await site.dispose()
})

const begin = () => site.volumes.withChains([volumeId], ([chain]) => daemon.begin(volumeId, chain!))
const firstByte = async (id: string, offset = 0): Promise<number> => (await site.volumes.read(id, offset, BLOCK))[0]!
const layers = (): Promise<string[]> => readdir(join(site.folder, 'layers'))

const snapshot = (): Promise<string> => site.snapshot(volumeId)

test('a snapshot of an open volume has what was written before, and the volume what was written after', async () => {
  await daemon.guest(`write -P 1 0 ${BLOCK}`)
  const one = await snapshot()
  await daemon.guest(`write -P 2 0 ${BLOCK}`)
  const two = await snapshot()
  await daemon.guest(`write -P 3 0 ${BLOCK}`)
  expect([await firstByte(one), await firstByte(two)]).toEqual([1, 2])
  await daemon.guest(`read -P 3 0 ${BLOCK}`)
  await daemon.end('SIGKILL')
  expect(await firstByte(volumeId)).toBe(3)
  await begin()
  await daemon.guest(`read -P 3 0 ${BLOCK}`)
})

test('a snapshot that the machine refuses is not there, and the volume goes on', async () => {
  await daemon.guest(`write -P 1 0 ${BLOCK}`)
  const { continueOn } = daemon
  daemon.continueOn = () => Promise.reject(new Error('Not now'))
  const id = newId()
  await expect(site.volumes.ensureSnapshot({ id, volumeId })).rejects.toThrow('Not now')
  await expect(site.volumes.read(id, 0, 512)).rejects.toMatchObject({ kind: 'gone' })
  await daemon.guest(`write -P 2 0 ${BLOCK}`)
  daemon.continueOn = continueOn
  await site.volumes.ensureSnapshot({ id, volumeId })
  await daemon.guest(`write -P 3 0 ${BLOCK}`)
  expect(await firstByte(id)).toBe(2)
  await daemon.end('SIGKILL')
  expect(await firstByte(volumeId)).toBe(3)
})

test('a long chain is flattened while the volume is open, and what it no longer needs is removed', async () => {
  const snapshots = []
  for (let count = 1; count <= SHORTEN_ABOVE + 1; count++) {
    await daemon.guest(`write -P ${count} ${count * BLOCK} ${BLOCK}`)
    snapshots.push(await snapshot())
  }
  await expect.poll(() => site.chainOf(volumeId)).toHaveLength(3)
  for (const [at, id] of snapshots.entries()) expect(await firstByte(id, (at + 1) * BLOCK)).toBe(at + 1)
  for (const id of snapshots) await site.volumes.deleteSnapshot(id)
  // Of what is merged, the newest layer is not: it is written.
  await expect.poll(layers).toHaveLength(2)
  expect(site.problems).toEqual([])
  await daemon.guest(...snapshots.map((_, at) => `read -P ${at + 1} ${(at + 1) * BLOCK} ${BLOCK}`))
  // Without a flush by the guest: all of it is older than a snapshot.
  await daemon.end('SIGKILL')
  for (const at of snapshots.keys()) expect(await firstByte(volumeId, (at + 1) * BLOCK)).toBe(at + 1)
})

/** A copy of a disk so large that it is never over. */
const untilEnded = (_: string, { signal }: { signal: AbortSignal }): Promise<void> =>
  abortable(new Promise(() => {}), signal)

/** Writes and takes snapshots until a chain has so many overlays. */
async function snapshots(count: number): Promise<Map<string, number>> {
  const taken = new Map<string, number>()
  for (let number = 1; number <= count; number++) {
    await daemon.guest(`write -P ${number} ${number * BLOCK} ${BLOCK}`)
    taken.set(await snapshot(), number)
  }
  return taken
}

async function areWhole(taken: ReadonlyMap<string, number>): Promise<void> {
  for (const [id, number] of taken) {
    expect(await firstByte(id, number * BLOCK)).toBe(number)
    expect(await firstByte(id, (number + 1) * BLOCK)).toBe(0)
  }
}

test('snapshots, and machines that open a volume, do not wait for its chain to be shortened, but for a bound', async () => {
  const { flatten } = daemon
  daemon.flatten = untilEnded
  const taken = await snapshots(MAX_OVERLAYS)
  expect(await site.chainOf(volumeId)).toHaveLength(MAX_OVERLAYS + 1)
  await site.volumes.withChains([volumeId], async () => {})
  // One waits, and is there once the chain is shorter; a deletion waits for nothing.
  const [waiting, deleted] = [newId(), newId()]
  const made = site.volumes.ensureSnapshot({ id: waiting, volumeId })
  const ended = rejects(site.volumes.ensureSnapshot({ id: deleted, volumeId }), 'gone')
  await site.volumes.deleteSnapshot(deleted)
  await ended
  expect(await site.chainOf(volumeId)).toHaveLength(MAX_OVERLAYS + 1)
  daemon.flatten = flatten
  // Ends what hangs.
  await site.volumes.withChains([volumeId], async () => {})
  await made
  taken.set(waiting, MAX_OVERLAYS)
  await daemon.end('SIGKILL')
  await areWhole(taken)
  expect(site.problems).toEqual([])
})

/** A disk from a snapshot of the open one, which no machine has open. */
const otherDisk = async (): Promise<string> => site.disk({ kind: 'snapshot', id: await snapshot() })

test('a chain is shortened while the machine of another disk of the same image starts', async () => {
  const other = await otherDisk()
  const { flatten } = daemon
  const begun = Promise.withResolvers<AbortSignal>()
  const started = Promise.withResolvers<void>()
  daemon.flatten = async (id, copy) => {
    begun.resolve(copy.signal)
    await abortable(started.promise, copy.signal)
    await flatten.call(daemon, id, copy)
  }
  const taken = await site.volumes.withChains([other], () => snapshots(SHORTEN_ABOVE))
  await begun.promise
  await site.volumes.withChains([other], async () => {})
  expect((await begun.promise).aborted).toBe(false)
  started.resolve()
  await expect.poll(() => site.chainOf(volumeId)).toHaveLength(3)
  await site.volumes.withChains([other], async () => {})
  await daemon.end('SIGKILL')
  await areWhole(taken)
})

test('the chains of two disks of the same image are shortened at once', async () => {
  const other = await otherDisk()
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { flatten } = daemon
  daemon.flatten = async (id, copy) => {
    begun.resolve()
    await abortable(goOn.promise, copy.signal)
    await flatten.call(daemon, id, copy)
  }
  const taken = await snapshots(SHORTEN_ABOVE)
  await begun.promise
  for (let number = 0; number < SHORTEN_ABOVE; number++) {
    await site.io(other, `write -P 99 0 ${BLOCK}`)
    await site.snapshot(other)
  }
  await expect.poll(() => site.chainOf(other)).toHaveLength(2)
  expect(await site.chainOf(volumeId)).toHaveLength(SHORTEN_ABOVE + 2)
  goOn.resolve()
  await expect.poll(() => site.chainOf(volumeId)).toHaveLength(3)
  expect(await firstByte(other)).toBe(99)
  await daemon.end('SIGKILL')
  await areWhole(taken)
})

test('what fails in the background is reported, said to who waits for it, and tried again', async () => {
  const { flatten } = daemon
  daemon.flatten = () => Promise.reject(new Error('The disk is slow'))
  const taken = await snapshots(MAX_OVERLAYS)
  await expect.poll(() => site.problems).toContainEqual(expect.stringMatching(/^shorten .*: The disk is slow$/))
  await expect(snapshot()).rejects.toMatchObject({
    message: expect.stringContaining('failed last: The disk is slow'),
  })
  daemon.flatten = () => Promise.reject(new Error('The disk is broken'))
  await site.volumes.withChains([volumeId], async () => {})
  await expect.poll(() => site.problems).toContainEqual(expect.stringMatching(/^shorten .*: The disk is broken$/))
  await expect
    .poll(async () => {
      await site.volumes.withChains([volumeId], async () => {})
      return site.volumes.problem
    })
    .toBe('Layers of disks are not merged or shortened: The disk is broken')
  daemon.flatten = flatten
  await site.volumes.withChains([volumeId], async () => {})
  await expect.poll(async () => (await site.chainOf(volumeId)).length).toBeLessThanOrEqual(SHORTEN_ABOVE + 1)
  expect(site.volumes.problem).toBeUndefined()
  await daemon.end('SIGKILL')
  await areWhole(taken)
})

test('what fails is not tried again sooner because of another disk of the same image', async () => {
  const other = await otherDisk()
  let failures = 0
  daemon.flatten = async () => {
    throw new Error(`Failure ${++failures}`)
  }
  await snapshots(SHORTEN_ABOVE)
  // Of its own disk: so often that it then waits for minutes.
  for (let count = 1; count <= 10; count++) {
    const reported = site.problems.length
    await site.volumes.withChains([volumeId], async () => {})
    await expect.poll(() => site.problems.length).toBeGreaterThan(reported)
  }
  const before = failures
  for (let number = 0; number < SHORTEN_ABOVE; number++) {
    await site.io(other, `write 0 ${BLOCK}`)
    await site.snapshot(other)
  }
  await expect.poll(() => site.chainOf(other)).toHaveLength(2)
  expect(failures).toBe(before)
})

test('copies that an earlier process left are ended when their machine answers again', async () => {
  const { endCopies } = daemon
  const ended = Promise.withResolvers<void>()
  let asked = 0
  daemon.endCopies = async () => {
    if (++asked <= 2) throw new Error('The machine does not answer')
    await endCopies.call(daemon)
    ended.resolve()
  }
  await site.restart('killed')
  await site.volumes.restore(NOTHING)
  await ended.promise
  expect(site.problems).toContain(`end copies of ${volumeId}: The machine does not answer`)
})

test('a chain is shortened whether its machine runs, stops or starts meanwhile', async () => {
  const { flatten } = daemon
  const begun = Promise.withResolvers<void>()
  daemon.flatten = (_, { signal }) => {
    begun.resolve()
    return untilEnded(_, { signal })
  }
  const taken = await snapshots(SHORTEN_ABOVE + 1)
  await begun.promise
  await daemon.end('SIGKILL')
  daemon.flatten = flatten
  // A machine that starts ends what hangs, and is stopped before anything is copied.
  await begin()
  await daemon.end('SIGKILL')
  await expect.poll(() => site.chainOf(volumeId)).toHaveLength(2)
  await begin()
  await daemon.guest(...[...taken.values()].map((number) => `read -P ${number} ${number * BLOCK} ${BLOCK}`))
  await areWhole(taken)
})

import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { leastLargestTurn } from '../../clock/largest-turn.ts'
import type { FileHashing } from '../../compute/disks/file-hashing.ts'
import { hashingInThread } from './file-hashes.ts'

let hashing: FileHashing
beforeEach(() => {
  hashing = hashingInThread()
})
afterEach(() => hashing.close())

const NEVER = new AbortController().signal
const PART = randomBytes(2 ** 20)

/** A file of so many parts; `came` is called with the number of each. */
async function* parts(count: number, came: (at: number) => void = () => {}) {
  for (let at = 0; at < count; at++) {
    came(at)
    yield PART
  }
}
const hash = (type: string, count: number) => {
  const made = createHash(type)
  for (let at = 0; at < count; at++) made.update(PART)
  return made.digest('hex')
}

it('hashes 30 files at once, and leaves the event loop free', async () => {
  const expected = { sha256: hash('sha256', 4), sha512: hash('sha512', 4) }
  const turn = await leastLargestTurn(50, async () => {
    const files = Array.from({ length: 30 }, () => hashing.hashes('silo', parts(4), NEVER))
    expect(await Promise.all(files)).toEqual(files.map(() => expected))
  })
  expect(turn).toBeLessThan(50)
})

it('takes turns, so that long files of one owner do not stop those of another', async () => {
  const ended = new AbortController()
  let before = 0
  const long = Array.from({ length: 10 }, () =>
    hashing
      .hashes(
        'greedy',
        parts(Infinity, () => before++),
        ended.signal,
      )
      .catch((error: unknown) => error),
  )
  await expect.poll(() => before).toBeGreaterThan(20)
  before = 0
  await hashing.hashes('other', parts(10), NEVER)
  // One for each of its eleven turns, and those that came before the first.
  expect(before).toBeLessThan(40)
  ended.abort('enough')
  expect(await Promise.all(long)).toEqual(long.map(() => 'enough'))
  expect(await hashing.hashes('greedy', parts(1), NEVER)).toMatchObject({ sha256: hash('sha256', 1) })
})

it('ends with the reason of its signal while it waits for its turn', async () => {
  const [ended, cancelled] = [new AbortController(), new AbortController()]
  const long = hashing.hashes('a', parts(Infinity), ended.signal).catch((error: unknown) => error)
  const turns: string[] = []
  const waiting = hashing.hashes(
    'a',
    parts(Infinity, () => turns.push('waiting')),
    cancelled.signal,
  )
  await expect.poll(() => turns.length).toBeGreaterThan(1)
  cancelled.abort(new Error('cancelled'))
  await expect(waiting).rejects.toThrow('cancelled')
  await expect(hashing.hashes('b', parts(1), AbortSignal.abort(new Error('before')))).rejects.toThrow('before')
  ended.abort('enough')
  expect(await long).toBe('enough')
})

it('fails for now when its thread is ended', async () => {
  const interrupted = hashing.hashes('a', parts(Infinity), NEVER)
  await hashing.close()
  await expect(interrupted).rejects.toMatchObject({ kind: 'transient' })
})

it('fails with the file that cannot be read', async () => {
  async function* broken() {
    yield PART
    throw new Error('gone')
  }
  await expect(hashing.hashes('a', broken(), NEVER)).rejects.toThrow('gone')
})

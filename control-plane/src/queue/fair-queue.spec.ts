import { beforeEach, expect, it } from 'vitest'
import { ManualClock } from '../clock/clock.ts'
import { FairQueue } from './fair-queue.ts'

let clock: ManualClock
beforeEach(() => {
  clock = new ManualClock()
})

/** Takes a turn and records its start; `end` ends it. */
function work(queue: FairQueue, started: string[], name: string, ...owners: string[]) {
  const turn = queue.take(owners, { limit: { clock, ms: 1000 } }).then((place) => {
    started.push(name)
    return place
  })
  return { end: async () => (await turn)[Symbol.dispose](), turn }
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

it('enforces the limits per owner and in total', async () => {
  const queue = new FairQueue({ running: 3, runningOfOwner: [2, 1] })
  const started: string[] = []
  const first = work(queue, started, 'a1', 'silo', 'ann')
  work(queue, started, 'a2', 'silo', 'ann')
  work(queue, started, 'b1', 'silo', 'ben')
  work(queue, started, 'c1', 'silo', 'cy')
  work(queue, started, 'd1', 'other', 'di')
  work(queue, started, 'e1', 'other', 'ed')
  await settled()
  expect(started).toEqual(['a1', 'b1', 'd1'])
  await first.end()
  await settled()
  // Each silo has one running; this user had no turn yet, and of those has waited longest.
  expect(started).toEqual(['a1', 'b1', 'd1', 'c1'])
})

it('gives the next turn to the silo, then the user, with the least running', async () => {
  const queue = new FairQueue({ running: 2, runningOfOwner: [2, 2] })
  const started: string[] = []
  const first = work(queue, started, 'a1', 'silo', 'ann')
  work(queue, started, 'a2', 'silo', 'ann')
  for (let n = 0; n < 100; n++) work(queue, started, `a-${n}`, 'silo', 'ann')
  work(queue, started, 'late', 'other', 'di')
  await first.end()
  await settled()
  expect(started).toEqual(['a1', 'a2', 'late'])
})

it('alternates between owners that wait for one place, however many tasks one of them has', async () => {
  const queue = new FairQueue({ running: 1, runningOfOwner: [1, 1] })
  const started: string[] = []
  const works = ['a1', 'a2', 'a3', 'a4'].map((name) => work(queue, started, name, 'silo', 'ann'))
  works.push(...['b1', 'b2'].map((name) => work(queue, started, name, 'silo', 'ben')))
  const ended = new Set<string>()
  for (let n = 0; n < works.length; n++) {
    await settled()
    const running = started.find((name) => !ended.has(name))!
    ended.add(running)
    await works[['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].indexOf(running)]!.end()
  }
  expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4'])
})

/** A queue with one place, in which each owner submits a task whenever its last one has ended. */
async function steady(owners: Iterable<string>, starts: number): Promise<string[]> {
  const queue = new FairQueue({ running: 1, runningOfOwner: [1] })
  const started: string[] = []
  const held = await queue.take(['first'])
  void queue.run(['a'], () => started.push('a1'))
  void queue.run(['a'], () => started.push('a2'))
  const more = owners[Symbol.iterator]()
  const submit = (owner: string | undefined): void => {
    if (owner === undefined || started.length > starts) return
    void queue.run([owner], () => started.push(owner)).then(() => submit(more.next().value))
  }
  for (let n = 0; n < 6; n++) submit(more.next().value)
  held[Symbol.dispose]()
  await expect.poll(() => started.length).toBeGreaterThan(starts)
  return started
}

it.each([
  ['a few owners, again and again', 6, 12],
  ['ever new owners', Infinity, 1100],
])('lets the second task of an owner wait only for a while beside steady tasks of %s', async (_, count, longest) => {
  function* names() {
    for (let n = 0; ; n++) yield `owner-${n % count}`
  }
  const started = await steady(names(), 3000)
  expect(started.indexOf('a2')).toBeGreaterThan(0)
  expect(started.indexOf('a2')).toBeLessThan(longest)
})

it('limits the waiting tasks of each level', async () => {
  const queue = new FairQueue({ running: 1, runningOfOwner: [1, 1], waitingOfOwner: [3, 2], waiting: 4 })
  const answer = (...owners: string[]) =>
    queue.take(owners, { limit: { clock, ms: 1000 } }).then(
      () => 'turn',
      () => 'refused',
    )
  void answer('silo', 'ann')
  const refused: string[] = []
  for (const [silo, user] of [
    ['silo', 'ann'],
    ['silo', 'ann'],
    ['silo', 'ann'],
    ['silo', 'ben'],
    ['silo', 'cy'],
    ['other', 'di'],
    ['third', 'ed'],
  ] as const)
    void answer(silo, user).then((result) => result === 'refused' && refused.push(user))
  await settled()
  expect(refused).toEqual(['ann', 'cy', 'ed'])
})

it('keeps owners apart that have one name in two silos', async () => {
  const queue = new FairQueue({ running: 2, runningOfOwner: [1, 1], waitingOfOwner: [3, 2], waiting: 8 })
  const started: string[] = []
  work(queue, started, 'a1', 'silo', 'ann')
  for (const name of ['a2', 'a3']) work(queue, started, name, 'silo', 'ann')
  const other = work(queue, started, 'b1', 'other', 'ann')
  work(queue, started, 'b2', 'other', 'ann')
  await settled()
  expect(started).toEqual(['a1', 'b1'])
  await other.end()
  await settled()
  expect(started).toEqual(['a1', 'b1', 'b2'])
})

it('refuses after too long a wait and leaves the queue', async () => {
  const queue = new FairQueue({ running: 1, runningOfOwner: [1] })
  const started: string[] = []
  const first = work(queue, started, 'a1', 'ann')
  const late = work(queue, started, 'b1', 'ben')
  const [answer] = await Promise.all([late.turn.catch((error: unknown) => error), clock.advance(1000)])
  expect(answer).toEqual(new Error('no turn within 1 s'))
  const next = work(queue, started, 'c1', 'cy')
  await first.end()
  await next.turn
  expect(started).toEqual(['a1', 'c1'])
})

it('lets tasks without owners run in their order, and a signal end the wait', async () => {
  const queue = new FairQueue({ running: 1 })
  const started: string[] = []
  const first = work(queue, started, 'first')
  const given = new AbortController()
  const up = queue.take([], { signal: given.signal }).catch((error: unknown) => error)
  const second = work(queue, started, 'second')
  work(queue, started, 'third')
  given.abort('given up')
  expect(await up).toBe('given up')
  await first.end()
  await second.end()
  await settled()
  expect(started).toEqual(['first', 'second', 'third'])
})

import { beforeEach, expect, it } from 'vitest'
import { ManualClock } from '../../clock/clock.ts'
import { FairQueue } from './fair-queue.ts'

let clock: ManualClock
beforeEach(() => {
  clock = new ManualClock()
})

/** Takes a turn and records its start; `end` ends it. */
function work(queue: FairQueue, started: string[], name: string, ...owners: string[]) {
  const turn = queue.take(owners, clock, 1000).then((place) => {
    started.push(name)
    return place
  })
  return { end: async () => (await turn)[Symbol.dispose](), turn }
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

it('enforces the limits per owner and in total', async () => {
  const queue = new FairQueue(3, [2, 1])
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
  // Each silo has one running; of the users with none running this one has waited longest.
  expect(started).toEqual(['a1', 'b1', 'd1', 'a2'])
})

it('gives the next turn to the silo, then the user, with the least running', async () => {
  const queue = new FairQueue(2, [2, 2])
  const started: string[] = []
  const first = work(queue, started, 'a1', 'silo', 'ann')
  work(queue, started, 'a2', 'silo', 'ann')
  for (let n = 0; n < 100; n++) work(queue, started, `a-${n}`, 'silo', 'ann')
  work(queue, started, 'late', 'other', 'di')
  await first.end()
  await settled()
  expect(started).toEqual(['a1', 'a2', 'late'])
})

it('answers 503 after too long a wait and leaves the queue', async () => {
  const queue = new FairQueue(1, [1])
  const started: string[] = []
  const first = work(queue, started, 'a1', 'ann')
  const late = work(queue, started, 'b1', 'ben')
  const [answer] = await Promise.all([late.turn.catch((error: unknown) => error), clock.advance(1000)])
  expect(answer).toMatchObject({ status: 503 })
  const next = work(queue, started, 'c1', 'cy')
  await first.end()
  await next.turn
  expect(started).toEqual(['a1', 'c1'])
})

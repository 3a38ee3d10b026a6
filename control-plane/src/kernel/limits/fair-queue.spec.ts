import { beforeEach, expect, it } from 'vitest'
import { ManualClock } from '../../clock/clock.ts'
import { FairQueue } from './fair-queue.ts'

let clock: ManualClock
beforeEach(() => {
  clock = new ManualClock()
})

/** Takes a turn and records its start; `end` ends it. */
function work(queue: FairQueue, begun: string[], name: string, ...owners: string[]) {
  const turn = queue.take(owners, clock, 1000).then((place) => {
    begun.push(name)
    return place
  })
  return { end: async () => (await turn)[Symbol.dispose](), turn }
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

it('enforces the limits per owner and in total', async () => {
  const queue = new FairQueue(3, [2, 1])
  const begun: string[] = []
  const first = work(queue, begun, 'a1', 'silo', 'ann')
  work(queue, begun, 'a2', 'silo', 'ann')
  work(queue, begun, 'b1', 'silo', 'ben')
  work(queue, begun, 'c1', 'silo', 'cy')
  work(queue, begun, 'd1', 'other', 'di')
  work(queue, begun, 'e1', 'other', 'ed')
  await settled()
  expect(begun).toEqual(['a1', 'b1', 'd1'])
  await first.end()
  await settled()
  // Each silo has one running; of the users with none running this one has waited longest.
  expect(begun).toEqual(['a1', 'b1', 'd1', 'a2'])
})

it('gives the next turn to the silo, then the user, with the least running', async () => {
  const queue = new FairQueue(2, [2, 2])
  const begun: string[] = []
  const first = work(queue, begun, 'a1', 'silo', 'ann')
  work(queue, begun, 'a2', 'silo', 'ann')
  for (let n = 0; n < 100; n++) work(queue, begun, `a-${n}`, 'silo', 'ann')
  work(queue, begun, 'late', 'other', 'di')
  await first.end()
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'late'])
})

it('answers 503 after too long a wait and leaves the queue', async () => {
  const queue = new FairQueue(1, [1])
  const begun: string[] = []
  const first = work(queue, begun, 'a1', 'ann')
  const late = work(queue, begun, 'b1', 'ben')
  const [answer] = await Promise.all([late.turn.catch((error: unknown) => error), clock.advance(1000)])
  expect(answer).toMatchObject({ status: 503 })
  const next = work(queue, begun, 'c1', 'cy')
  await first.end()
  await next.turn
  expect(begun).toEqual(['a1', 'c1'])
})

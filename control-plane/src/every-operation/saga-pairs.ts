import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conflict } from '../kernel/errors.ts'
import type { Answer } from '../testing/caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { brokenInvariants } from '../testing/invariants.ts'
import { MemoryVolumeStore } from '../platform/simulator/memory-volume-store.ts'
import { sagaDefinitions } from '../sagas.ts'
import { platformDifferences } from './platform-differences.ts'
import { secondsOf, needsOfBoth, type Scenario } from './saga-scenarios.ts'
import { type SharedFixture, makeShared, PairFixture } from './saga-pair-fixture.ts'

interface Setting {
  server: TestServer
  store: MemoryVolumeStore
  shared: SharedFixture
}

/** How long the second has while the first is held: enough for all but what machines take. */
const HELD_MS = 1000

let count = 0

/**
 * A success, a refusal with its reason, or 503 for a thing in a state that passes by itself. Of a disk that is faulted
 * meanwhile the platform says no more than that it cannot.
 */
function isClear(answer: Answer | void, second: Scenario): boolean {
  if (!answer || answer.status < 300 || [400, 404, 409, 503].includes(answer.status)) return true
  return answer.status === 500 && second.title === 'a disk is faulted'
}

/**
 * All seconds of a first meet it at once, each in a fixture of its own.
 * @returns what is wrong then
 */
async function runPairs(
  { server, store, shared }: Setting,
  first: Scenario,
  step: string,
  failure?: Error,
): Promise<string[]> {
  const fixtures = secondsOf(first).map((second) => ({
    second,
    at: new PairFixture(shared, ++count, needsOfBoth(first, second)),
  }))
  await Promise.all(fixtures.map(({ at }) => at.make()))
  await server.settle()

  const held = server.hold(`${first.saga}/${step}`, fixtures.length)
  const ofFirst = fixtures.map(({ at }) => first.begin(at))
  let reached = false
  void held.reached.then(() => (reached = true))
  await server.clock.advanceUntil(() => reached)
  const ofSecond = fixtures.map(({ second, at }) => second.begin(at))
  await server.settle(HELD_MS)
  held.release(failure)
  await server.settle()

  const wrong: string[] = []
  for (const [index, { second, at }] of fixtures.entries())
    for (const answer of [await ofFirst[index], await ofSecond[index]])
      if (!isClear(answer, second)) wrong.push(`disk-${at.number}: ${answer?.status} ${answer?.body?.message}`)
  wrong.push(...(await brokenInvariants(server.db)), ...(await platformDifferences(server, store)))
  // A thing's name says in which fixture it is.
  const secondOf = (line: string) =>
    fixtures.find(({ at }) => at.number === Number(/-(\d+)\b/.exec(line)?.[1]))?.second.title
  return wrong.map((line) => `${secondOf(line)}: ${line}`)
}

const casesOf = (firsts: readonly Scenario[]) =>
  firsts.flatMap((first) => {
    const saga = sagaDefinitions.find(({ name }) => name === first.saga)
    if (!saga) return []
    // One without a way back does the step again when it fails: the rest of it is as if it had not failed.
    const outcomes = saga.forward ? ['fails'] : ['goes on', 'fails']
    return saga.steps.flatMap(({ name: step }) =>
      outcomes.map((outcome) => ({ first, title: first.title, step, outcome })),
    )
  })

/**
 * Each of these sagas with every other that it can meet on a thing: it is held before each of its steps while the other
 * is asked for, and then goes on or fails there.
 */
export function describePairs(firsts: readonly Scenario[]): void {
  const store = new MemoryVolumeStore()
  let server: TestServer
  let shared: SharedFixture
  beforeAll(async () => {
    server = await startTestServer({ volumeStore: store })
    shared = await makeShared(server)
  })
  afterAll(() => server.close())

  describe('Everything is whole when another saga begins', () => {
    it.each(casesOf(firsts))('while $title, before "$step", which then $outcome', async ({ first, step, outcome }) => {
      const failure = outcome === 'fails' ? conflict(`No ${step}`) : undefined
      expect(await runPairs({ server, store, shared }, first, step, failure)).toEqual([])
    })
  })
}

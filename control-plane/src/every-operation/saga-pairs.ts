import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conflict } from '../kernel/http/errors.ts'
import { sagaDefinitions } from '../sagas.ts'
import type { Answer } from '../testing/caller.ts'
import { brokenInvariants } from '../testing/invariants.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { platformDifferences } from './platform-differences.ts'
import { type SharedFixture, makeShared, PairFixture } from './saga-pair-fixture.ts'
import { secondsOf, needsOfBoth, type Scenario } from './saga-scenarios.ts'

interface Setting {
  server: TestServer
  shared: SharedFixture
}

/** How long the second runs while the first is paused: enough for everything except a machine's start or stop. */
const HELD_MS = 1000

/** All pairs of a step are paused at once, in one project. */
const MANY_SLOTS = { all: 256, ofSilo: 256, ofProject: 256 }

let count = 0

/**
 * Whether the answer is a success, a refusal with a reason, or 503 for a temporary state. For a disk that fails
 * meanwhile the platform gives no further reason.
 */
function isClear(answer: Answer | void, second: Scenario): boolean {
  if (!answer || answer.status < 300 || [400, 404, 409, 503].includes(answer.status)) return true
  return answer.status === 500 && second.title === 'a disk is faulted'
}

/**
 * Runs all second sagas against the first at once, each in its own fixture.
 * @returns the problems found
 */
async function runPairs(
  { server, shared }: Setting,
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
  wrong.push(...(await brokenInvariants(server.db)), ...(await platformDifferences(server)))
  // A thing's name says in which fixture it is.
  const secondOf = (line: string) =>
    fixtures.find(({ at }) => at.number === Number(/-(\d+)\b/.exec(line)?.[1]))?.second.title
  return wrong.map((line) => `${secondOf(line)}: ${line}`)
}

const casesOf = (firsts: readonly Scenario[]) =>
  firsts.flatMap((first) => {
    const saga = sagaDefinitions.find(({ name }) => name === first.saga)
    if (!saga) return []
    // A forward-only saga retries the failed step, so the rest is the same as without the failure.
    const outcomes = saga.forward ? ['fails'] : ['goes on', 'fails']
    return saga.steps.flatMap(({ name: step }) =>
      outcomes.map((outcome) => ({ first, title: first.title, step, outcome })),
    )
  })

/**
 * Runs each of these sagas against every other that shares a resource with it: the first is paused before each of its
 * steps while the second is requested, and then continues or fails at that step.
 */
export function describePairs(firsts: readonly Scenario[]): void {
  let server: TestServer
  let shared: SharedFixture
  beforeAll(async () => {
    server = await startTestServer({
      sagaLimits: { slots: { short: MANY_SLOTS, slow: MANY_SLOTS } },
    })
    shared = await makeShared(server)
  })
  afterAll(() => server.close())

  describe('Everything is consistent when another saga starts', () => {
    it.each(casesOf(firsts))('while $title, before "$step", which then $outcome', async ({ first, step, outcome }) => {
      const failure = outcome === 'fails' ? conflict(`No ${step}`) : undefined
      expect(await runPairs({ server, shared }, first, step, failure)).toEqual([])
    })
  })
}

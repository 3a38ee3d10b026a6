import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conflict } from '../kernel/errors.ts'
import type { Answer } from '../testing/caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { brokenInvariants } from '../ops/invariants.ts'
import { MemoryVolumeStore } from '../platform/simulator/memory-volume-store.ts'
import { sagaDefinitions } from '../sagas.ts'
import { platformDifferences } from './platform-differences.ts'
import { meeting, needsOfBoth, type Scenario } from './saga-scenarios.ts'
import { type Ground, openGround, World } from './saga-worlds.ts'

interface Grounds {
  server: TestServer
  store: MemoryVolumeStore
  ground: Ground
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
 * All seconds of a first meet it at once, each in a world of its own.
 * @returns what is wrong then
 */
async function meetAll(
  { server, store, ground }: Grounds,
  first: Scenario,
  step: string,
  failure?: Error,
): Promise<string[]> {
  const worlds = meeting(first).map((second) => ({
    second,
    at: new World(ground, ++count, needsOfBoth(first, second)),
  }))
  await Promise.all(worlds.map(({ at }) => at.make()))
  await server.settle()

  const held = server.hold(`${first.saga}/${step}`, worlds.length)
  const ofFirst = worlds.map(({ at }) => first.begin(at))
  let reached = false
  void held.reached.then(() => (reached = true))
  await server.clock.advanceUntil(() => reached)
  const ofSecond = worlds.map(({ second, at }) => second.begin(at))
  await server.settle(HELD_MS)
  held.release(failure)
  await server.settle()

  const wrong: string[] = []
  for (const [index, { second, at }] of worlds.entries())
    for (const answer of [await ofFirst[index], await ofSecond[index]])
      if (!isClear(answer, second)) wrong.push(`disk-${at.number}: ${answer?.status} ${answer?.body?.message}`)
  wrong.push(...(await brokenInvariants(server.db)), ...(await platformDifferences(server, store)))
  // A thing's name says in which world it is.
  const secondOf = (line: string) =>
    worlds.find(({ at }) => at.number === Number(/-(\d+)\b/.exec(line)?.[1]))?.second.title
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
export function describeMeetings(firsts: readonly Scenario[]): void {
  const store = new MemoryVolumeStore()
  let server: TestServer
  let ground: Ground
  beforeAll(async () => {
    server = await startTestServer({ volumeStore: store })
    ground = await openGround(server)
  })
  afterAll(() => server.close())

  describe('Everything is whole when another saga begins', () => {
    it.each(casesOf(firsts))('while $title, before "$step", which then $outcome', async ({ first, step, outcome }) => {
      const failure = outcome === 'fails' ? conflict(`No ${step}`) : undefined
      expect(await meetAll({ server, store, ground }, first, step, failure)).toEqual([])
    })
  })
}

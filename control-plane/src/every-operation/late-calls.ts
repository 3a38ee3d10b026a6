import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../testing/invariants.ts'
import { LateCalls } from '../testing/late-calls.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { platformDifferences } from './platform-differences.ts'
import { makeShared, PairFixture, type SharedFixture } from './saga-pair-fixture.ts'
import { needsOfBoth, type Scenario, secondsOf } from './saga-scenarios.ts'

/** Sagas of workers that wait for a held call use a slot, too. */
const MANY_SLOTS = { all: 512, ofSilo: 512, ofProject: 512 }

/** An event of the platform is applied by then. */
const EVENT_MS = 2000

const nothingFollows: Scenario = { title: 'nothing', saga: undefined, needs: {}, begin: async () => {} }

interface Setting {
  server: TestServer
  shared: SharedFixture
}

let count = 0

/** All resources of the platform, down to the runs of machines. */
async function stateOf({ db, platform }: TestServer) {
  const disks = await db.selectFrom('disks').select('id').orderBy('id').execute()
  return {
    runs: platform.inspect.machines().map(({ spec, run }) => [spec.id, run]),
    stored: platform.inspect.storedIds().toSorted(),
    attached: disks.map(({ id }) => [id, platform.inspect.attachedTo(id)]),
    networks: (await platform.networks.list()).toSorted().map((id) => platform.inspect.vpc(id)),
  }
}

/**
 * Runs a saga whose worker is held in each of its calls: its lease ends, and another worker finishes. Then each of the
 * sagas that share a resource with it follows, and the held calls come.
 * @returns the problems found, and the names of the held calls
 */
async function runLate({ server, shared }: Setting, first: Scenario, failing?: string) {
  const fixtures = [nothingFollows, ...secondsOf(first)].map((second) => ({
    second,
    at: new PairFixture(shared, ++count, needsOfBoth(first, second)),
  }))
  await Promise.all(fixtures.map(({ at }) => at.make()))
  await server.settle()

  const { db, clock, plane } = server
  const ofFirst = (order: number) =>
    db
      .selectFrom('sagas')
      .select('id')
      .where('name', '=', first.saga!)
      .where('order_no', '=', order - (order % 2))
  const late = new LateCalls(server.platform)
  late.hold({
    failing,
    holds: async (order) => (await ofFirst(order).executeTakeFirst()) !== undefined,
    async onHeld(order) {
      const { id } = await ofFirst(order).executeTakeFirstOrThrow()
      await db.updateTable('sagas').set({ lease_id: null, due: clock.now() }).where('id', '=', id).execute()
      plane.services.sagas.wake()
    },
  })
  const answers = fixtures.map(({ at }) => first.begin(at))
  await Promise.all(answers)
  await clock.advanceUntil(() => late.orders.size >= fixtures.length)
  await server.settle()
  late.stopHolding()

  const following = fixtures.map(({ second, at }) => second.begin(at))
  await Promise.all(following)
  await clock.advance(EVENT_MS)
  await server.settle()

  const before = await stateOf(server)
  let released = false
  void late.release().then(() => (released = true))
  await clock.advanceUntil(() => released)
  await server.settle()
  late.close()
  expect(await stateOf(server)).toEqual(before)
  const wrong = [...(await brokenInvariants(db)), ...(await platformDifferences(server))]
  return { wrong, names: late.names }
}

/** Runs each of these sagas with late calls, forward and with a failure at each of its calls. */
export function describeLateCalls(firsts: readonly Scenario[]): void {
  let setting: Setting
  beforeAll(async () => {
    const server = await startTestServer({ sagaLimits: { slots: { short: MANY_SLOTS, slow: MANY_SLOTS } } })
    setting = { server, shared: await makeShared(server) }
  })
  afterAll(() => setting.server.close())

  describe('A call that comes after its saga was finished elsewhere changes nothing', () => {
    it.each(firsts)('while $title', async (first) => {
      const { wrong, names } = await runLate(setting, first)
      expect(wrong).toEqual([])
      expect([...names]).not.toEqual([])
      for (const name of names) expect((await runLate(setting, first, name)).wrong, `${name} fails`).toEqual([])
    })
  })
}

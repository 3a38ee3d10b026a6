import { afterAll, beforeAll, expect, it } from 'vitest'
import { leastLargestTurn } from '../../../clock/largest-turn.ts'
import type { Db } from '../../../kernel/database/database.ts'
import { migrate } from '../../../kernel/database/migrate.ts'
import { Yielder } from '../../../kernel/limits/yielder.ts'
import { readMigrations } from '../../../node/postgres/migrations.ts'
import { testDatabase } from '../../../testing/test-database.ts'
import { ingestSamples } from '../samples/ingest.ts'
import { answerOf } from './answer.ts'
import { runQuery } from './engine.ts'
import { generateSamples } from './generated-samples.fixtures.ts'
import { parseOxql } from './parser.ts'

const NAME = 'bgp_session:messages_sent'
const NOW = new Date('2026-02-01T00:00:00Z')
/** Idle turns take a few milliseconds; work that does not yield takes hundreds. */
const MAX_TURN_MS = 100

let db: Db
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await testDatabase())
  await migrate(db, readMigrations())
})
afterAll(async () => {
  await db.destroy()
  await drop()
})

interface Outcome {
  turn: number
  problem?: string
  points: number
}

async function run(samples: ReturnType<typeof generateSamples>, text: string): Promise<Outcome> {
  let read: Omit<Outcome, 'turn'> = { points: 0 }
  const turn = await leastLargestTurn(MAX_TURN_MS, async () => {
    read = { points: 0 }
    const yielder = new Yielder()
    try {
      const tables = await runQuery({ db, samples, now: NOW, yielder }, parseOxql(text, NOW))
      for (const { series } of tables) for (const { times } of series) read.points += times.length
      await answerOf(tables, yielder)
    } catch (error) {
      read.problem = (error as Error).message
    }
  })
  return { ...read, turn }
}

const get = `get ${NAME} | filter timestamp < @now()`
const pair = (stages: string) => `{${get}; ${get}} | align mean_within(10s) | ${stages}`

it.each([
  ['a get', get, 1, 900_000],
  ['a filter of points', `${get} && datum != 5`, 1, 900_000],
  ['a long filter', `${get} && (${Array(150).fill('datum != 5').join(' && ')})`, 1, 100_000],
  ['a filter of many series', `${get} && (${Array(150).fill('switch != "x"').join(' && ')})`, 20_000, 20_000],
  ['a pattern for many series', `${get} && switch ~= "7$"`, 20_000, 20_000],
  ['align', `${get} | align mean_within(10s)`, 1, 900_000],
  ['align into many windows', `get ${NAME} | filter timestamp < @now() | align mean_within(100ms)`, 1, 19_000],
  ['group_by', `${get} | align mean_within(10s) | group_by [peer], sum`, 1, 900_000],
  ['group_by of many series', `${get} | align mean_within(5s) | group_by [peer]`, 20_000, 20_000],
  ['a filter after align', `${get} | align mean_within(10s) | filter datum > 0`, 1, 900_000],
  ['first', `${get} | first 900000`, 1, 900_000],
  ['last', `${get} | last 900000`, 1, 900_000],
  ['join', pair('join'), 1, 400_000],
  ['join of many series', pair('join'), 20_000, 20_000],
  ['join, then first', pair('join | first 1'), 100, 400_000],
])('%s yields to the event loop', async (_what, text, series, samples) => {
  const generated = generateSamples(series, samples, NOW)
  const { turn, problem } = await run(generated, text)
  expect([undefined, expect.stringMatching(/more than 16 MiB/)]).toContainEqual(problem)
  expect(turn).toBeLessThan(MAX_TURN_MS)
})

it('counts the points of all stages', async () => {
  const generated = generateSamples(1, 60_000, NOW)
  const gets = Array(16).fill(get).join('; ')
  const { problem, turn } = await run(generated, `{${gets}} | align mean_within(5s) | join`)
  expect(problem).toMatch(/^the stages produce more than 1000000 points/)
  expect(turn).toBeLessThan(MAX_TURN_MS)
  expect(await run(generated, `{${gets}; ${get}}`)).toMatchObject({ problem: 'a query reads at most 16 tables' })
  const { problem: tooMany } = await run(generateSamples(1, 1_000_001, NOW), get)
  expect(tooMany).toMatch(/^more than 1000000 samples/)
})

it('yields while it reads stored samples', async () => {
  const [stored] = generateSamples(1, 60_000, NOW).all
  for (let at = 0; at < 60_000; at += 20_000) {
    const part = <T>(list: T[]) => list.slice(at, at + 20_000)
    const { fields, timestamps, startTimes, values } = stored!
    await ingestSamples(db, NAME, [
      { fields, timestamps: part(timestamps), startTimes: part(startTimes), values: part(values) },
    ])
  }
  const none = { ...generateSamples(0, 0, NOW), computes: () => false }
  for (const stages of ['', ' && datum != 5', ' | align mean_within(5s)', ' | align mean_within(5s) | group_by []']) {
    const { turn, points } = await run(none, get + stages)
    expect(points).toBeGreaterThan(59_000)
    expect(turn).toBeLessThan(MAX_TURN_MS)
  }
})

it('answers five minutes of all virtual CPUs of a busy sled', async () => {
  const states = 4
  const series = 800 * states
  const { turn, problem } = await run(generateSamples(series, series * 60, NOW), get)
  expect(problem).toBeUndefined()
  expect(turn).toBeLessThan(MAX_TURN_MS)
})

it('refuses hours of distributions before it reads them', async () => {
  let reads = 0
  const generated = generateSamples(10, 43_200, NOW)
  const counted = { ...generated, read: async () => ((reads += 1), generated.all) }
  const text = 'get virtual_disk:io_latency | filter timestamp > @now() - 6h'
  const { problem } = await run(counted, text)
  expect(problem).toBe('more than 25000 samples: query fewer series or a shorter range')
  expect(reads).toBe(0)
})

import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openDatabase } from '../../kernel/database/database.ts'
import { createSagaTables, effectsOf } from '../../kernel/sagas/saga-fixtures.ts'
import { startPostgres } from '../postgres/postgres.ts'

let url: string
let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skerry-crash-'))
  const server = await startPostgres(join(folder, 'db'), (why) => {
    throw new Error(why)
  })
  url = server.url()
  db = openDatabase({ url, max: 4 })
  await createSagaTables(db)
  close = async () => {
    await db.destroy()
    await server.stop()
    await rm(folder, { recursive: true })
  }
})
afterAll(() => close())

/** Runs a control plane until its saga has ended (answers how) or it was killed (answers the signal). */
async function controlPlane(name: string, id: string, goal: string, killAt: string): Promise<string> {
  const script = new URL('./saga-crash.worker.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, url, name, id, goal, killAt], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<string | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
  const [signal, out, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return signal ?? (out.trim() || errors)
}

const points = ['row', 'volume', 'machine', 'result'].flatMap((step) =>
  step === 'volume' || step === 'machine' ? [`before ${step}`, `after ${step}`] : [`inside ${step}`],
)
const undoPoints = ['result', 'machine', 'volume', 'row'].flatMap((step) =>
  step === 'volume' || step === 'machine'
    ? [`before undo of ${step}`, `after undo of ${step}`]
    : [`inside undo of ${step}`],
)

const whole = { done: ['request', 'row', 'volume', 'machine', 'result'], undone: ['request'] }

describe.each([
  ['done', ['inside the request', 'after the request', ...points, 'before end']],
  ['undone', ['before end', ...undoPoints]],
] as const)('a saga that is to be %s', (goal, kills) => {
  test.concurrent.each(kills)(`killed %s, is ${goal} by the next start`, async (killAt) => {
    const id = crypto.randomUUID()
    const name = `${goal}, killed ${killAt}`
    expect(await controlPlane(name, id, goal, killAt)).toBe('SIGKILL')
    expect(await controlPlane(name, id, goal, '')).toBe(goal)
    expect(await effectsOf(db, id)).toEqual(whole[goal])
  })

  test.concurrent('killed at each of these points in turn, comes to its end all the same', async () => {
    const id = crypto.randomUUID()
    const name = `${goal}, killed all the time`
    for (const killAt of kills) expect(await controlPlane(name, id, goal, killAt), killAt).toBe('SIGKILL')
    expect(await controlPlane(name, id, goal, '')).toBe(goal)
    expect(await effectsOf(db, id)).toEqual(whole[goal])
  }, 600_000)
})

import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choosePlatform } from '../../platform/choice/choose-platform.ts'
import { type EmbeddedPostgres, startPostgres } from '../postgres/postgres.ts'
import { scratchFolder, startServer } from '../testing/server.ts'
import { holdPlatform } from './sole-process.ts'

const data = scratchFolder()
let postgres: EmbeddedPostgres
beforeAll(async () => {
  postgres = await startPostgres(`${data.path}/postgres`, (why) => {
    throw new Error(why)
  })
})
afterAll(async () => {
  await postgres.stop()
  data[Symbol.dispose]()
})

const refusal = /Another Skerry is running on database "skerry" on \S+: the simulated platform lives in one process/
const onLost = (why: string) => {
  throw new Error(why)
}
/** Ends the connections that wait for or hold an advisory lock, as a break of the network does. */
async function breakConnections(): Promise<void> {
  const client = new Client(postgres.url())
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database =
       (select oid from pg_database where datname = current_database())`,
  )
  await client.end()
}

test('a second server on the same database is refused in one sentence, until the first has ended', async () => {
  using folders = scratchFolder()
  const server = (name: string) =>
    startServer({ SKERRY_DATA: `${folders.path}/${name}`, DATABASE_URL: postgres.url(), SKERRY_LOG_LEVEL: 'error' })
  await using first = server('first')
  const address = await first.ready
  const { code, stderr } = await server('second').ended
  expect(code).toBe(1)
  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(refusal)])
  expect((await fetch(`${address}/_ops/readyz`)).status).toBe(200)

  first.kill('SIGKILL')
  await first.ended
  await using next = server('second')
  await next.ready
  next.kill('SIGINT')
  expect(await next.ended).toMatchObject({ code: 0, stderr: '' })
})

test('a broken connection is opened again, and the platform held as before', async () => {
  const held = await holdPlatform(postgres.url(), choosePlatform('simulator').soleProcess!, onLost)
  const broken = await holder()
  await breakConnections()
  // The broken one may hold it for a moment.
  await expect.poll(async () => [undefined, broken].includes(await holder()), { timeout: 120_000 }).toBe(false)
  await held.release()
  await expect.poll(holder, { timeout: 120_000 }).toBeUndefined()
})

/** The process of PostgreSQL whose connection holds an advisory lock. */
async function holder(): Promise<number | undefined> {
  const client = new Client(postgres.url())
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted and database =
       (select oid from pg_database where datname = current_database())`,
  )
  await client.end()
  return rows[0]?.pid
}

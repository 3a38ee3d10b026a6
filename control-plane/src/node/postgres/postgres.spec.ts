import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { lchown } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { ifMissing } from '../../file-system/if-missing.ts'
import { isAlive, postgresPid, scratchFolder, startServer } from '../testing/server.ts'
import { olderLog } from './postgres-log.ts'
import { startPostgres } from './postgres.ts'

const onLost = (why: string) => {
  throw new Error(`PostgreSQL ended: ${why}`)
}

async function majorVersionOf(url: string): Promise<number> {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query(`select current_setting('server_version_num')::int / 10000 as major`)
  await client.end()
  return rows[0].major
}

test('says all that initdb said where the cluster could not be made', async () => {
  using data = scratchFolder()
  chmodSync(data.path, 0o755)
  const initdb = join(data.path, 'initdb')
  const said = [
    'initdb: error: could not create directory: No space left on device',
    'initdb: hint: Free some space.',
    'initdb: removing contents of data directory "…"',
  ]
  writeFileSync(initdb, `#!/bin/sh\nprintf '%s\\n' ${said.map((line) => `'${line}'`).join(' ')} >&2\nexit 1\n`)
  chmodSync(initdb, 0o755)
  const installation = { programs: { initdb, postgres: '/bin/true' }, copyFolders: [] }
  await expect(startPostgres(join(data.path, 'postgres'), onLost, installation)).rejects.toThrow(
    `could not set up ${join(data.path, 'postgres')}: ${said[0]}; ${said[1]}`,
  )
})

test('is reported as lost when its data folder is deleted and its process ends', async () => {
  using home = scratchFolder()
  const data = join(home.path, 'data')
  mkdirSync(data, { mode: 0o700 })
  const lost = Promise.withResolvers<string>()
  const postgres = await startPostgres(join(data, 'postgres'), lost.resolve)
  const pid = Number(readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  rmSync(data, { recursive: true })
  process.kill(pid, 'SIGKILL')
  expect(await lost.promise).toMatch(/no such file or directory/i)
  await postgres.stop()
})

/** PostgreSQL that refuses each login by an error until the returned function is called. */
async function refuseLogins(data: string, url: string, errcode: string, reason = ''): Promise<() => void> {
  const client = new Client(url)
  await client.connect()
  await client.query(`
    create function admit() returns event_trigger language plpgsql as $$
    begin
      if pg_stat_file('admits', true) is null then raise 'not admitted%', '${reason}' using errcode = '${errcode}'; end if;
    end $$;
    create event trigger admit on login execute function admit()`)
  await client.end()
  return () => writeFileSync(join(data, 'postgres', 'admits'), '')
}

const refusalsIn = (data: string) => readFileSync(join(data, 'postgres.log'), 'utf8').split('not admitted').length - 1

test.for([
  ['53100', ': No space left on device'],
  ['XX000', ': Disk quota exceeded'],
] as const)(
  'killed and without space by %s when it runs again, it is asked until it has some',
  async ([code, reason]) => {
    using data = scratchFolder()
    chmodSync(data.path, 0o755)
    const lost: string[] = []
    const postgres = await startPostgres(join(data.path, 'postgres'), (why) => lost.push(why))
    const admit = await refuseLogins(data.path, postgres.url(), code, reason)
    const killed = postgresPid(data.path)
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => refusalsIn(data.path)).toBeGreaterThan(30)
    const pid = postgresPid(data.path)
    expect(pid).not.toBe(killed)
    admit()
    expect(await majorVersionOf(postgres.url())).toBe(18)
    expect([lost, postgresPid(data.path)]).toEqual([[], pid])
    await postgres.stop()
    expect(isAlive(pid)).toBe(false)
  },
)

test('one that answers with another error when it runs again is ended, and reported as lost', async () => {
  using data = scratchFolder()
  chmodSync(data.path, 0o755)
  const lost = Promise.withResolvers<string>()
  const postgres = await startPostgres(join(data.path, 'postgres'), lost.resolve)
  await refuseLogins(data.path, postgres.url(), 'XX000')
  process.kill(postgresPid(data.path), 'SIGKILL')
  const why = await lost.promise
  // What runs has this file.
  expect([why, existsSync(join(data.path, 'postgres', 'postmaster.pid'))]).toEqual([
    'PostgreSQL does not answer: not admitted',
    false,
  ])
  await postgres.stop()
})

test('killed while the first cluster is made, the next start makes it, at once and without a rest', async () => {
  using data = scratchFolder()
  const drafts = () => readdirSync(data.path).filter((name) => name.startsWith('postgres.new'))
  const isStarted = () => drafts().some((draft) => existsSync(join(data.path, draft, 'base')))
  await using killed = startServer({ SKERRY_DATA: data.path })
  await expect.poll(isStarted, { timeout: 120_000, interval: 5 }).toBe(true)
  killed.kill('SIGKILL')
  await killed.ended

  await using next = startServer({ SKERRY_DATA: data.path })
  const address = await next.ready
  expect((await fetch(`${address}/_ops/readyz`)).status).toBe(200)
  next.kill('SIGINT')
  expect((await next.ended).code).toBe(0)
  await using last = startServer({ SKERRY_DATA: data.path })
  await last.ready
  expect(drafts()).toEqual([])
  last.kill('SIGINT')
  expect((await last.ended).code).toBe(0)
})

test.runIf(process.getuid?.() === 0)(
  'what a killed server left running ends also where its folder has been given to another user meanwhile',
  async () => {
    using data = scratchFolder()
    await using killed = startServer({ SKERRY_DATA: data.path })
    await killed.ready
    const left = postgresPid(data.path)
    killed.kill('SIGKILL')
    await killed.ended
    const folder = join(data.path, 'postgres')
    // It runs on, and may remove files meanwhile.
    for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
      await lchown(join(folder, name), 12_345, 12_345).catch(ifMissing(undefined))

    const postgres = await startPostgres(folder, onLost)
    await expect.poll(() => isAlive(left), { timeout: 120_000 }).toBe(false)
    expect(await majorVersionOf(postgres.url())).toBe(18)
    await postgres.stop()
  },
)

test('a number in its old files that belongs to another program by now stops no start', async () => {
  using data = scratchFolder()
  chmodSync(data.path, 0o755)
  const folder = join(data.path, 'postgres')
  await (await startPostgres(folder, onLost)).stop()
  const { uid, gid } = statSync(folder)
  const other = spawn('sleep', ['1000'], { stdio: 'ignore', ...(process.getuid?.() === 0 && { uid, gid }) })
  onTestFinished(() => void other.kill())
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    const path = join(folder, name)
    writeFileSync(path, `${other.pid}\n${folder}\n1700000000\n5432\n.\n`, { mode: 0o600 })
    chownSync(path, uid, gid)
  }
  const postgres = await startPostgres(folder, onLost)
  expect(await majorVersionOf(postgres.url())).toBe(18)
  await postgres.stop()
})

test('starts once the child of a killed PostgreSQL has completed what it computes', async () => {
  using data = scratchFolder()
  await using killed = startServer({ SKERRY_DATA: data.path })
  await killed.ready
  const folder = join(data.path, 'postgres')
  const client = new Client({ user: 'skerry', host: folder, port: 5432, database: 'skerry' })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  client.query('select count(*) from generate_series(1, 20000000)').catch(() => undefined)
  const isComputing = () => readFileSync(`/proc/${rows[0].pid}/stat`, 'utf8').includes(') R ')
  await expect.poll(isComputing).toBe(true)
  killed.kill('SIGKILL')
  process.kill(postgresPid(data.path), 'SIGKILL')
  await killed.ended

  const postgres = await startPostgres(folder, onLost)
  expect(await majorVersionOf(postgres.url())).toBe(18)
  await postgres.stop()
})

test('a folder whose path is too long for a socket has one short link, and none after the server', async () => {
  using scratch = scratchFolder()
  chmodSync(scratch.path, 0o755)
  const [data, temporary] = [join(scratch.path, 'long'.repeat(30)), join(scratch.path, 'tmp')]
  mkdirSync(temporary)
  chmodSync(temporary, 0o1777)
  const names = () => readdirSync(temporary).filter((name) => /^skerry-\w{6}$/.test(name))
  const start = () => startServer({ SKERRY_DATA: data, TMPDIR: temporary })
  await using killed = start()
  await killed.ready
  const [left] = names().map((name) => join(temporary, name))
  expect(readlinkSync(join(left!, 'db'))).toBe(join(data, 'postgres'))
  killed.kill('SIGKILL')
  await killed.ended

  // Of the same user: the link of another server, a folder that has more than a link, and a link to such a folder.
  const { uid, gid } = statSync(left!)
  const elsewhere = join(scratch.path, 'elsewhere')
  const [other, more, within] = [
    join(temporary, 'skerry-other1'),
    join(temporary, 'skerry-more12'),
    join(elsewhere, 'in'),
  ]
  for (const folder of [other, more, elsewhere, within]) mkdirSync(folder)
  symlinkSync(scratch.path, join(other, 'db'))
  for (const folder of [more, within]) symlinkSync(join(data, 'postgres'), join(folder, 'db'))
  writeFileSync(join(more, 'file'), '')
  symlinkSync(within, join(temporary, 'skerry-linked'))
  for (const path of [other, more, within]) chownSync(path, uid, gid)
  const planted = ['skerry-linked', 'skerry-more12', 'skerry-other1']

  await using next = start()
  await next.ready
  expect(existsSync(left!)).toBe(false)
  expect(names()).toHaveLength(planted.length + 1)
  next.kill('SIGTERM')
  expect((await next.ended).code).toBe(0)
  expect(names().toSorted()).toEqual(planted)
  expect([other, more, within].map((folder) => readdirSync(folder).includes('db'))).toEqual([true, true, true])
})

test('the log of PostgreSQL has a bound, and no link leads it elsewhere: what is older moves to one other file', async () => {
  using data = scratchFolder()
  const folder = join(data.path, 'postgres')
  const log = `${folder}.log`
  const victim = join(data.path, 'victim')
  writeFileSync(victim, 'of somebody else')
  for (const path of [log, olderLog(log)]) symlinkSync(victim, path)
  const postgres = await startPostgres(folder, onLost)
  const client = new Client(postgres.url())
  await client.connect()
  const say = (text: string) => client.query(`do $$ begin raise log '%', ${text}; end $$`)
  for (let megabytes = 0; megabytes < 17; megabytes++) await say(`repeat('x', 1000000)`)
  await expect.poll(() => statSync(log).size, { timeout: 60_000 }).toBeLessThan(1_000_000)
  expect(statSync(olderLog(log)).size).toBeGreaterThan(16_000_000)
  await say(`'said later'`)
  await expect.poll(() => readFileSync(log, 'utf8')).toMatch(/^[^\0]*said later/)
  expect(readFileSync(victim, 'utf8')).toBe('of somebody else')
  await client.end()
  await postgres.stop()
})

import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { NO_LIMITS, openDatabase } from '../../kernel/database/database.ts'
import { migrate } from '../../kernel/database/migrate.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { isAlive, postgresPid, scratchFolder, startServer } from '../testing/server.ts'

test('starts, prints the password once, and Ctrl-C leaves nothing running', async () => {
  using data = scratchFolder()
  await using first = startServer({ SKERRY_DATA: data.path })
  const address = await first.ready
  const database = postgresPid(data.path)
  expect((await fetch(`${address}/_ops/readyz`)).status).toBe(200)
  first.kill('SIGINT')
  const end = await first.ended
  expect(end).toMatchObject({ code: 0, stderr: '' })
  expect(end.stdout).toMatch(/admin with the password \S+ \(shown this once\)/)
  expect(isAlive(database)).toBe(false)

  await using second = startServer({ SKERRY_DATA: data.path })
  await second.ready
  second.kill('SIGTERM')
  expect((await second.ended).stdout).not.toContain('password')
})

test('SKERRY_ADMIN_PASSWORD lets admin in, and is not printed; an event stream ends with the server', async () => {
  using data = scratchFolder()
  await using server = startServer({ SKERRY_DATA: data.path, SKERRY_ADMIN_PASSWORD: 'correct horse battery' })
  const address = await server.ready
  const answer = await fetch(`${address}/v1/login/default/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'correct horse battery' }),
  })
  expect(answer.status).toBe(204)
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const events = await fetch(`${address}/v1/events`, { headers: { cookie } })
  expect(events.headers.get('content-type')).toBe('text/event-stream')
  const reader = events.body!.getReader()
  const { value } = await reader.read()
  // With an id unless an event follows, as of the session that was created just before.
  expect(Buffer.from(value!).toString()).toMatch(/^(id: \S+\n)?event: start\n/)
  server.kill('SIGINT')
  // Cut off when the time for running requests is over, it would be an error.
  while (!(await reader.read()).done);
  const { stdout, stderr } = await server.ended
  expect(stdout + stderr).not.toContain('correct horse')
})

test('killed, it leaves its database behind, and the next start ends that one and goes on', async () => {
  using data = scratchFolder()
  await using killed = startServer({ SKERRY_DATA: data.path })
  await killed.ready
  killed.kill('SIGKILL')
  expect((await killed.ended).signal).toBe('SIGKILL')
  const orphan = postgresPid(data.path)
  expect(isAlive(orphan)).toBe(true)

  await using next = startServer({ SKERRY_DATA: data.path })
  const address = await next.ready
  expect(postgresPid(data.path)).not.toBe(orphan)
  expect((await fetch(`${address}/_ops/readyz`)).status).toBe(200)
  next.kill('SIGINT')
  expect((await next.ended).code).toBe(0)
})

test('PostgreSQL killed under it, with requests under way, is started again and again', async () => {
  using data = scratchFolder()
  await using server = startServer({ SKERRY_DATA: data.path })
  const address = await server.ready
  const statusNow = async () => (await fetch(`${address}/_ops/readyz`)).status
  for (let round = 1; round <= 5; round++) {
    const killed = postgresPid(data.path)
    const underWay = Array.from({ length: 20 }, statusNow)
    process.kill(killed, 'SIGKILL')
    for (const status of await Promise.all(underWay)) expect([200, 503]).toContain(status)
    // Until another has started, children of the killed one may answer.
    await expect.poll(() => postgresPid(data.path), { timeout: 120_000 }).not.toBe(killed)
    await expect.poll(statusNow, { timeout: 120_000 }).toBe(200)
  }
  server.kill('SIGINT')
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' })
})

test('interrupted while it starts, it leaves nothing running', async () => {
  using data = scratchFolder()
  await using server = startServer({ SKERRY_DATA: data.path })
  // It writes there only once it listens to signals.
  await expect.poll(() => readdirSync(data.path).length, { timeout: 120_000, interval: 5 }).toBeGreaterThan(0)
  server.kill('SIGINT')
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' })
  await using again = startServer({ SKERRY_DATA: data.path })
  await again.ready
  again.kill('SIGINT')
  await again.ended
})

test('warns at start when it listens beyond this machine without TLS, and only then', async () => {
  using data = scratchFolder()
  const stderrWith = async (environment: Record<string, string>) => {
    await using server = startServer({ SKERRY_DATA: data.path, ...environment })
    await server.ready
    server.kill('SIGTERM')
    return (await server.ended).stderr
  }
  const warning = 'skerry: listening on 0.0.0.0 without TLS'
  expect(await stderrWith({ SKERRY_HOST: '0.0.0.0' })).toContain(warning)
  expect(await stderrWith({ SKERRY_HOST: '0.0.0.0', SKERRY_PUBLIC_URL: 'https://cloud.example.org' })).toBe('')
})

test('a folder of a version before the first migration is refused as it is, also by --reset-admin', async () => {
  using data = scratchFolder()
  const postgres = await startPostgres(join(data.path, 'postgres'), () => undefined)
  const db = openDatabase({ url: postgres.url(), max: 1, limits: NO_LIMITS })
  await migrate(db, [{ name: '0001-first-tables.sql', sql: 'create table silos (id int);' }])
  await db.destroy()
  await postgres.stop()
  const unfinished = join(data.path, 'volumes', 'unfinished.draft')
  mkdirSync(join(data.path, 'volumes'))
  writeFileSync(unfinished, '')
  for (const args of [[], ['--reset-admin']])
    expect(await startServer({ SKERRY_DATA: data.path }, args).ended).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'skerry: the database is from before the first release of Skerry. This version cannot read it and has changed ' +
        'nothing in it: start the version that made it, or choose an empty folder with SKERRY_DATA, and an empty database ' +
        'if DATABASE_URL is set\n',
    })
  expect(existsSync(unfinished)).toBe(true)
})

test.each(['platform', 'postgres/PG_VERSION'])('a link in the place of %s is refused in one line', async (name) => {
  using data = scratchFolder()
  chmodSync(data.path, 0o755)
  const path = join(data.path, name)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync('/etc/hostname', path)
  expect(await startServer({ SKERRY_DATA: data.path }).ended).toMatchObject({
    code: 1,
    stderr: `skerry: ${path} is no file, but a link or something else: remove it\n`,
  })
})

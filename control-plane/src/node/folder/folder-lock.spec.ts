import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive, postgresPid, scratchFolder, type ServerProcess, startServer } from '../testing/server.ts'

const refusal = (folder: string) =>
  `skerry: Another Skerry is running on the data in ${folder}: stop it, or choose another folder with SKERRY_DATA\n`

const isReady = async (address: string) => (await fetch(`${address}/_ops/readyz`)).status === 200

const stop = async (server: ServerProcess) => {
  server.kill('SIGINT')
  expect(await server.ended).toMatchObject({ code: 0 })
}

test('a second server on a folder is refused at once, also by a link to it and with a database elsewhere', async () => {
  using data = scratchFolder()
  using beside = scratchFolder()
  await using first = startServer({ SKERRY_DATA: data.path })
  const address = await first.ready
  const database = postgresPid(data.path)
  const link = join(beside.path, 'link')
  symlinkSync(data.path, link)
  const elsewhere = { DATABASE_URL: 'postgres://skerry@localhost:1/nothing' }
  for (const [folder, settings] of [
    [data.path, {}],
    [link, {}],
    [data.path, elsewhere],
  ] as const) {
    const { code, stdout, stderr } = await startServer({ SKERRY_DATA: folder, ...settings }).ended
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: refusal(folder) })
  }
  expect([await isReady(address), postgresPid(data.path), isAlive(database)]).toEqual([true, database, true])
  await stop(first)
})

test('of several that start at once on a new folder one runs', async () => {
  using data = scratchFolder()
  const servers = [1, 2, 3].map(() => startServer({ SKERRY_DATA: data.path }))
  await using winner = await Promise.any(servers.map(async (server) => (await server.ready, server)))
  const others = await Promise.all(servers.filter((server) => server !== winner).map(({ ended }) => ended))
  for (const { code, stderr } of others) expect([code, stderr]).toEqual([1, refusal(data.path)])
  expect(await isReady(await winner.ready)).toBe(true)
  await stop(winner)
})

test('a copy of the folder runs beside its original, whose database is left alone', async () => {
  using data = scratchFolder()
  using beside = scratchFolder()
  const copy = join(beside.path, 'copy')
  const before = startServer({ SKERRY_DATA: data.path })
  await before.ready
  await stop(before)
  execFileSync('cp', ['-a', data.path, copy])

  await using original = startServer({ SKERRY_DATA: data.path })
  const address = await original.ready
  const database = postgresPid(data.path)
  // As in a copy that was taken while the original ran.
  execFileSync('cp', ['-a', join(data.path, 'postgres', 'postmaster.pid'), join(copy, 'postgres')])
  await using other = startServer({ SKERRY_DATA: copy })
  expect(await isReady(await other.ready)).toBe(true)
  expect(postgresPid(copy)).not.toBe(database)
  expect([await isReady(address), postgresPid(data.path), isAlive(database)]).toEqual([true, database, true])
  await stop(other)
  await stop(original)
})

test('the lock ends with its process: no program that a server has started keeps it', async () => {
  using data = scratchFolder()
  await using killed = startServer({ SKERRY_DATA: data.path })
  await killed.ready
  killed.kill('SIGKILL')
  await killed.ended
  expect(isAlive(postgresPid(data.path))).toBe(true)
  expect(spawnSync('flock', ['-n', data.path, 'true']).status).toBe(0)
  const { code } = await startServer({ SKERRY_DATA: data.path }, ['--reset-admin']).ended
  expect(code).toBe(0)
})

test.runIf(process.getuid?.() === 0)('a folder that others could read is theirs to lock no longer', async () => {
  using data = scratchFolder()
  chmodSync(data.path, 0o755)
  await using first = startServer({ SKERRY_DATA: data.path })
  await first.ready
  expect(statSync(data.path).mode & 0o7777).toBe(0o711)
  await stop(first)
  const other = { uid: 65_534, gid: 65_534 }
  const locked = spawnSync('flock', ['-n', data.path, 'true'], { ...other, cwd: '/', encoding: 'utf8' })
  expect(locked.stderr).toContain('Permission denied')
  expect(locked.status).not.toBe(0)
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { postgresPid, scratchFolder, startServer } from '../testing/server.ts'

const PASSWORD = 'correct horse battery'
/** How long a statement waits for its answer. */
const ANSWER_MS = 12_000

/** PostgreSQL and its children, which are groups of their own. */
function postgresPids(data: string): number[] {
  const parent = postgresPid(data)
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
  return [parent, ...children.trim().split(' ').map(Number)]
}

test(
  'a database that hangs: health, metrics, pages and API answer 503, and all is well again after',
  { timeout: 240_000 },
  async () => {
    using data = scratchFolder()
    await using server = startServer({
      SKERRY_DATA: data.path,
      SKERRY_ADMIN_PASSWORD: PASSWORD,
      SKERRY_LOG_LEVEL: 'error',
    })
    const address = await server.ready
    const ops = await server.opsReady
    const login = await fetch(`${address}/v1/login/default/local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: PASSWORD }),
    })
    const headers = { cookie: login.headers.get('set-cookie')!.split(';')[0]!, accept: 'text/html' }
    const status = async (url: string, init: RequestInit = {}) =>
      (await fetch(url, { ...init, headers: { ...headers, ...init.headers }, redirect: 'manual' })).status
    const post = (path: string, body: object) =>
      status(address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const all = () =>
      Promise.all([
        ...[`${address}/_ops/readyz`, `${ops}readyz`, `${ops}metrics`, `${ops}sagas`].map((url) => status(url)),
        ...['/projects', '/v1/projects', '/v1/me', '/v1/system/hardware/sleds'].map((path) => status(address + path)),
        post('/v1/projects', { name: 'hung', description: '' }),
        post('/v1/login/default/local', { username: 'admin', password: PASSWORD }),
      ])
    const allRefused = Array.from({ length: 10 }, () => 503)
    const answersAnyway = () => Promise.all([`${address}/_ops/livez`, `${address}/v1/ping`].map((url) => status(url)))

    const stopped = postgresPids(data.path)
    for (const pid of stopped) process.kill(pid, 'SIGSTOP')
    try {
      const started = performance.now()
      expect(await all()).toEqual(allRefused)
      // Three seconds at rest; without the watch each statement takes its whole time.
      expect(performance.now() - started).toBeLessThan(ANSWER_MS)
      const again = performance.now()
      expect(await all()).toEqual(allRefused)
      expect(await answersAnyway()).toEqual([200, 200])
      expect(performance.now() - again).toBeLessThan(ANSWER_MS)
      expect((await fetch(`${address}/projects`, { headers, redirect: 'manual' })).headers.get('location')).toBe(null)
    } finally {
      for (const pid of stopped) process.kill(pid, 'SIGCONT')
    }
    await expect.poll(() => status(`${address}/_ops/readyz`), { timeout: 60_000 }).toBe(200)
    await expect.poll(() => status(`${address}/v1/projects`), { timeout: 60_000 }).toBe(200)
    expect(await status(`${address}/v1/me`)).toBe(200)
    expect(await post('/v1/projects', { name: 'after', description: '' })).toBe(201)
  },
)

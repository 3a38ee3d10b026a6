import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { postgresPid, scratchFolder, startServer } from './testing/server.ts'

const PASSWORD = 'correct horse battery'

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
    const status = async (url: string) => (await fetch(url, { headers, redirect: 'manual' })).status
    const all = () =>
      Promise.all(
        [
          `${address}/_ops/readyz`,
          `${ops}readyz`,
          `${ops}metrics`,
          `${address}/projects`,
          `${address}/v1/projects`,
        ].map(status),
      )

    const stopped = postgresPids(data.path)
    for (const pid of stopped) process.kill(pid, 'SIGSTOP')
    try {
      const started = performance.now()
      expect(await all()).toEqual([503, 503, 503, 503, 503])
      expect(performance.now() - started).toBeLessThan(30_000)
      expect((await fetch(`${address}/projects`, { headers, redirect: 'manual' })).headers.get('location')).toBe(null)
    } finally {
      for (const pid of stopped) process.kill(pid, 'SIGCONT')
    }
    await expect.poll(() => status(`${address}/_ops/readyz`), { timeout: 60_000 }).toBe(200)
    expect(await status(`${address}/v1/projects`)).toBe(200)
  },
)

import { createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { makeCertificate } from '../control-plane/src/identity/certificates/self-signed.ts'
import { makeDisk } from './instance.ts'
import { post } from './network.ts'
import { admin, runServer } from './server.ts'
import { settle } from './settle.ts'
import { expect, test as base } from './test.ts'

const host = 'default.sys.skerry.test'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

interface Own {
  http: string
  https: string
  /** How many requests of each operation the server has answered, by its metrics. */
  answered: () => Promise<Record<string, number>>
}

/** A server of its own, which nobody else asks, with TLS and an allow list. */
const test = base.extend<object, { own: Own }>({
  own: [
    async ({ playwright }, give) => {
      process.env.SKERRY_HTTPS_PORT = `${await freePort()}`
      const server = await runServer()
      const request = await playwright.request.newContext({ baseURL: server.address })
      expect((await request.post('/v1/login/default/local', { data: admin })).status()).toBe(204)
      const pair = await makeCertificate({ names: [host] })
      await post(request, '/v1/certificates', { name: 'own', description: '', service: 'external_api', ...pair })
      const allowed = { allowed_ips: { allow: 'list', ips: ['127.0.0.1/32', '::1/128'] } }
      expect((await request.put('/v1/system/networking/allow-list', { data: allowed })).status()).toBe(200)
      await post(request, '/v1/projects', { name: 'sea', description: '' })
      await makeDisk(request, 'sea', 'data')
      await request.dispose()
      const answered = async () => {
        const text = await (await fetch(`${server.ops}metrics`)).text()
        const counts: Record<string, number> = {}
        for (const [, operation, count] of text.matchAll(/_seconds_count\{operation="(\w+)",.*?\} (\d+)/g))
          counts[operation!] = (counts[operation!] ?? 0) + Number(count)
        return counts
      }
      await give({ http: server.address, https: `https://${host}:${process.env.SKERRY_HTTPS_PORT}`, answered })
      await server.end()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

test.use({
  storageState: { cookies: [], origins: [] },
  ignoreHTTPSErrors: true,
  launchOptions: async ({ launchOptions }, give) =>
    give({ ...launchOptions, args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${host} 127.0.0.1`] }),
})

/** When the requests of the page that shows now began, and when the last script of its first load came, in ms. */
const times = (page: Page) =>
  page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const of = (test: RegExp) => entries.filter(({ name }) => test.test(name))
    return {
      reads: of(/\/v1\/(me|disks)\b/).map(({ startTime }) => startTime),
      scripts: Math.max(...of(/\/assets\/(index|libraries|start)-.*\.js/).map(({ responseEnd }) => responseEnd)),
    }
  })

for (const scheme of ['http', 'https'] as const)
  test(`over ${scheme} a page's first reads begin before its code is there, and each is made once`, async ({
    page,
    own,
  }) => {
    await page.goto(`${own[scheme]}/login`)
    await page.getByLabel('Username').fill(admin.username)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    await settle(page)

    for (const [path, shows, reads] of [
      ['/projects/sea/disks', 'data', ['current_user_view', 'current_user_groups', 'project_view', 'disk_list']],
      ['/projects/sea/disks/data', 'data', ['current_user_view', 'current_user_groups', 'project_view', 'disk_view']],
      ['/system/silos', 'default', ['current_user_view', 'current_user_groups', 'silo_list']],
    ] as const) {
      const before = await own.answered()
      await page.goto(own[scheme] + path)
      await expect(page.getByText(shows, { exact: true }).first()).toBeVisible()
      await settle(page)
      const after = await own.answered()
      const made = reads.map((read) => [read, (after[read] ?? 0) - (before[read] ?? 0)])
      expect(Object.fromEntries(made), path).toEqual(Object.fromEntries(reads.map((read) => [read, 1])))
    }

    await page.goto(`${own[scheme]}/projects/sea/disks`)
    await settle(page)
    const { reads, scripts } = await times(page)
    expect(reads.length).toBeGreaterThan(1)
    expect(Math.max(...reads)).toBeLessThan(scripts)
  })

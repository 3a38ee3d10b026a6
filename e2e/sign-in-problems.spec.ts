import { createServer, request as ask, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { admin } from './server.ts'
import { expect, test } from './test.ts'

const host = 'skerry.test'

test.use({
  storageState: { cookies: [], origins: [] },
  launchOptions: async ({ launchOptions }, give) =>
    give({ ...launchOptions, args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${host} 127.0.0.1`] }),
})

interface Headers {
  ofRequest?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders
  ofAnswer?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders
}

/** A proxy on a port of its own, at a name other than localhost. */
async function proxy({ ofRequest = (all) => all, ofAnswer = (all) => all }: Headers) {
  const server = createServer((near, answer) => {
    const url = new URL(near.url ?? '/', process.env.SKERRY_E2E_ADDRESS)
    const far = ask(url, { method: near.method ?? 'GET', headers: ofRequest(near.headers) }, (response) => {
      answer.writeHead(response.statusCode!, ofAnswer(response.headers))
      response.pipe(answer)
    })
    far.on('error', () => answer.destroy())
    near.pipe(far)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://${host}:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function signIn(page: Page, address: string) {
  await page.goto(`${address}/projects`)
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('a browser that does not keep the session cookie is told so', async ({ page }) => {
  // Over plain HTTP a browser refuses it.
  await using insecure = await proxy({
    ofAnswer: ({ 'set-cookie': cookies, ...rest }) => ({
      ...rest,
      ...(cookies && { 'set-cookie': cookies.map((cookie) => `${cookie}; Secure`) }),
    }),
  })
  await signIn(page, insecure.address)
  await expect(page.getByRole('alert')).toHaveText(
    `The password is right, but the browser did not keep the sign-in cookie. Allow cookies for ${new URL(insecure.address).host}, or open the console at an address that begins with https.`,
  )
  await expect(page).toHaveURL(/\/login\/default\/local/)
})

test('behind a proxy that drops the port of Host, the sign-in page says which origin and host differ', async ({
  page,
}) => {
  await using portless = await proxy({ ofRequest: (headers) => ({ ...headers, host }) })
  await signIn(page, portless.address)
  await expect(page.getByRole('alert')).toContainText(`origin ${portless.address}, host ${host}: `)
})

test('cookies of other applications do not keep anybody from signing in', async ({ page, context }) => {
  await using plain = await proxy({})
  await context.addCookies([
    { name: 'session', value: 'x', domain: host, path: '/' },
    { name: 'skerry-session', value: '0'.repeat(40), domain: `.${host}`, path: '/' },
  ])
  await signIn(page, plain.address)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})

import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { post } from './network.ts'
import { makeSilo } from './silo.ts'
import { startStreamProxy, type StreamProxy } from './stream-proxy.ts'
import { expect, test as base, uniqueName } from './test.ts'

const password = 'a password of a test'

/** Of a silo of its own, in which nothing changes but by the test. */
export interface Member {
  silo: string
  name: string
  /** Signs the context in, as who signs in on the sign-in page. */
  signIn: (context: BrowserContext) => Promise<void>
  /** Signs in on the sign-in page. */
  fill: (page: Page) => Promise<void>
}

interface Fixtures {
  /** The server's address for pages, which sees all requests of the browser. */
  streams: StreamProxy
  member: Member
  /** The API as the member, beside the proxy. */
  elsewhere: APIRequestContext
  /** A project of the member. */
  project: string
}

/** Makes an admin of a silo. */
export async function makeMember(operator: APIRequestContext, silo: string): Promise<Member> {
  const name = uniqueName('member')
  const user = await post(operator, `/v1/system/identity-providers/local/users?silo=${silo}`, {
    external_id: name,
    password: { mode: 'password', value: password },
  })
  const path = `/v1/system/silos/${silo}/policy`
  const { role_assignments: held } = await (await operator.get(path)).json()
  const role = { identity_type: 'silo_user', identity_id: user.id, role_name: 'admin' }
  const answer = await operator.put(path, { data: { role_assignments: [...held, role] } })
  expect(answer.status(), await answer.text()).toBe(200)
  const data = { username: name, password }
  return {
    silo,
    name,
    signIn: async (context) => {
      expect((await context.request.post(`/v1/login/${silo}/local`, { data })).status()).toBe(204)
    },
    fill: async (page) => {
      await page.getByLabel('Username').fill(name)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    },
  }
}

export const test = base.extend<Fixtures>({
  streams: async ({ playwright: _ }, give) => {
    const proxy = await startStreamProxy(process.env.SKERRY_E2E_ADDRESS!)
    await give(proxy)
    await proxy.close()
  },
  baseURL: ({ streams }, give) => give(streams.address),
  member: async ({ playwright, session }, give) => {
    const operator = await playwright.request.newContext({
      baseURL: process.env.SKERRY_E2E_ADDRESS!,
      storageState: session,
    })
    const quotas = { cpus: 1000, memory: 2 ** 43, storage: 2 ** 43 }
    const { name } = await makeSilo(operator, { quotas })
    const linked = await operator.post('/v1/system/ip-pools/default/silos', { data: { silo: name, is_default: true } })
    expect(linked.status(), await linked.text()).toBe(201)
    await give(await makeMember(operator, name))
    await operator.dispose()
  },
  storageState: { cookies: [], origins: [] },
  context: async ({ context, member, baseURL }, give) => {
    // Only the browser itself knows another name.
    if (new URL(baseURL!).hostname === 'localhost') await member.signIn(context)
    await give(context)
  },
  elsewhere: async ({ playwright, member }, give) => {
    const request = await playwright.request.newContext({ baseURL: process.env.SKERRY_E2E_ADDRESS! })
    const data = { username: member.name, password }
    expect((await request.post(`/v1/login/${member.silo}/local`, { data })).status()).toBe(204)
    await give(request)
    await request.dispose()
  },
  project: async ({ elsewhere }, give) => {
    const name = uniqueName('live')
    await post(elsewhere, '/v1/projects', { name, description: '' })
    await give(name)
  },
})

/** Resolves once so many streams are open. */
export const streaming = (streams: StreamProxy, count = 1): Promise<void> =>
  expect.poll(() => streams.open()).toBe(count)

/** A tab with the disks of a project. */
export const openDisks = async (context: BrowserContext, project: string): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(`/projects/${project}/disks`)
  await expect(page.getByRole('heading', { name: 'Disks', level: 1 })).toBeVisible()
  return page
}

/** Each of the tabs shows a row of this name. */
export const shows = async (pages: readonly Page[], name: string) => {
  for (const page of pages) await expect(page.getByRole('row', { name: new RegExp(`\\b${name}\\b`) })).toBeVisible()
}

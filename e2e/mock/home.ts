import { type APIRequestContext, type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { admin } from '../server.ts'
import { refuseStorage } from '../storage-refusal.ts'
import { borrowWorker, keepToItself, lendWorker } from './lend.ts'
import { requestsBy } from './page-requests.ts'
import { refuseWatching } from './unwatchable.ts'

/** The mock build's control plane of one Playwright worker, for all of its tests. */
export interface Home {
  /** Where pages under test are opened. */
  context: BrowserContext
  /** As the user who is signed in: there is one session, in all pages. */
  request: APIRequestContext
  /** Makes the browser as at its first visit, signed in as the admin or not at all. */
  begin: (isSignedIn: boolean) => Promise<void>
  signIn: (username: string) => Promise<void>
  /** Closes the pages under test. */
  end: () => Promise<void>
}

/** Starts the control plane in a page that stays. @param address of the site of the mock build */
export async function startHome(browser: Browser, address: string): Promise<Home> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  const keeper = await context.newPage()
  await keeper.addInitScript(lendWorker)
  await keeper.addInitScript(refuseStorage)
  await keeper.addInitScript(keepToItself)
  await keeper.goto('/')
  await expect(keeper.getByRole('link', { name: 'harbour-logistics' })).toBeVisible()
  await context.addInitScript(borrowWorker)
  const devTools = await context.newCDPSession(keeper)
  const request = requestsBy(keeper)
  const signOut = async () => void (await request.post('/v1/logout'))
  Object.defineProperty(context, 'request', { value: request })
  // The worker has the session, not the browser.
  context.clearCookies = signOut
  refuseWatching(context)
  context.on('page', (page: Page) => {
    Object.defineProperty(page, 'request', { value: request })
    refuseWatching(page)
  })
  const signIn = async (username: string) => {
    const answer = await request.post('/v1/login/default/local', { data: { username, password: admin.password } })
    expect(answer.status(), await answer.text()).toBe(204)
  }
  return {
    context,
    request,
    signIn,
    begin: async (isSignedIn) => {
      await devTools.send('Storage.clearDataForOrigin', { origin: address, storageTypes: 'local_storage' })
      await (isSignedIn ? signIn(admin.username) : signOut())
    },
    end: async () => {
      const pages = context.pages().filter((page) => page !== keeper)
      await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
      await Promise.all(pages.map((page) => page.close()))
      await context.clearPermissions()
    },
  }
}

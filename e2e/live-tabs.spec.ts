import type { Page } from '@playwright/test'
import { makeDisk } from './instance.ts'
import { makeMember, openDisks, shows, streaming, test } from './live.ts'
import { expect } from './test.ts'

test.use({ isLive: true })

test('the tabs of a browser share a stream, which outlives each of them', async ({
  context,
  streams,
  project,
  elsewhere,
}) => {
  const pages: Page[] = []
  for (let i = 0; i < 8; i++) pages.push(await openDisks(context, project))
  await streaming(streams)
  await makeDisk(elsewhere, project, 'shared')
  await shows(pages, 'shared')
  expect(streams.asked).toHaveLength(1)

  await test.step('the first is closed', async () => {
    await pages.shift()!.close()
    await makeDisk(elsewhere, project, 'closed')
    await shows(pages, 'closed')
  })
  await test.step('another is frozen', async () => {
    const frozen = pages.shift()!
    const protocol = await context.newCDPSession(frozen)
    await protocol.send('Page.setWebLifecycleState', { state: 'frozen' })
    await makeDisk(elsewhere, project, 'frozen')
    await shows(pages, 'frozen')
    await protocol.send('Page.setWebLifecycleState', { state: 'active' })
    await shows([frozen], 'frozen')
  })
  await test.step('another crashes', async () => {
    const crashed = pages.shift()!
    const ended = crashed.waitForEvent('crash')
    await crashed.goto('chrome://crash').catch(() => undefined)
    await ended
    await makeDisk(elsewhere, project, 'crashed')
    await shows([await openDisks(context, project)], 'crashed')
    await streaming(streams)
  })
})

test('who signs out leaves all tabs, and another user has another stream', async ({
  context,
  member,
  streams,
  project,
  request: _,
  playwright,
  session,
}) => {
  const [one, two] = [await openDisks(context, project), await openDisks(context, project)]
  await streaming(streams)
  await one.getByRole('button', { name: /user menu of/ }).click()
  await one.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(one.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await two.waitForURL(/\/login/)
  await streaming(streams, 0)

  await member.signIn(context)
  const third = await openDisks(context, project)
  await streaming(streams)
  const operator = await playwright.request.newContext({
    baseURL: process.env.SKERRY_E2E_ADDRESS!,
    storageState: session,
  })
  const other = await makeMember(operator, member.silo)
  await operator.dispose()
  const known = new Set(['', ...streams.asked.map(({ cookie }) => cookie)])
  const ofOther = () => streams.asked.filter(({ cookie }) => !known.has(cookie))
  await other.signIn(context)
  await openDisks(context, project)
  await expect(third.getByRole('button', { name: `user menu of ${other.name}` })).toBeVisible()
  // The stream of the user before may end after this one is asked for.
  await expect.poll(() => ofOther().length).toBe(1)
  await streaming(streams)
  expect(ofOther()).toHaveLength(1)
  await third.close()
})

import { expect, expectAccessible, test, uniqueName } from './test.ts'

test('a part whose code cannot be fetched says so, and is fetched when it is asked for again', async ({ page }) => {
  const code = '**/assets/quick-actions-dialog-*.js'
  await page.route(code, (route) => route.abort('connectionfailed'))
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const notes = page.getByRole('region', { name: 'Notifications' })
  await expect(notes).toContainText('This part of the console could not be loaded')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.unroute(code)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Quick actions' })).toBeVisible()
})

test('after an upgrade of the server the page is loaded anew, once', async ({ page }) => {
  let documents = 0
  // A file of this build is gone, and the server's page names others.
  const code = '**/assets/quick-actions-dialog-*.js'
  await page.route(code, (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.route('**/projects', async (route) => {
    if (route.request().resourceType() === 'document') {
      documents++
      await page.unroute(code)
      return route.continue()
    }
    const answer = await route.fetch()
    return route.fulfill({ response: answer, body: (await answer.text()).replaceAll('/assets/', '/assets/next-') })
  })
  // What is pressed before the new page is there is lost with the old one.
  const loadedAnew = page.waitForEvent('load')
  await page.keyboard.press('Control+k')
  await loadedAnew
  expect(documents).toBe(1)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Quick actions' })).toBeVisible()
  expect(documents).toBe(1)
})

test('messages whose code an upgrade removed reload the page; where that does not help, it says so', async ({
  page,
}) => {
  const create = async (name: string) => {
    await page.getByRole('link', { name: 'New project' }).first().click()
    await page.getByRole('dialog').getByLabel('Name').fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Create project' }).click()
  }
  let documents = 0
  await page.route('**/assets/toasts-*.js', (route) => route.fulfill({ status: 404, body: '' }))
  // Asked by the page, the server names another build; yet the browser is given this one.
  await page.route(
    (url) => url.pathname.startsWith('/projects'),
    async (route) => {
      if (route.request().resourceType() === 'document') {
        documents++
        return route.continue()
      }
      const answer = await route.fetch()
      return route.fulfill({ response: answer, body: (await answer.text()).replaceAll('/assets/', '/assets/next-') })
    },
  )
  await page.goto('/projects')
  await create(uniqueName('reloaded'))
  await expect.poll(() => documents).toBe(2)
  await expect(page.getByRole('heading', { name: 'Instances', level: 1 })).toBeVisible()
  await page.goto('/projects')
  await create(uniqueName('outdated'))
  await expect(page.getByRole('heading', { name: 'This page is out of date', level: 1 })).toBeVisible()
  await expectAccessible(page)
  expect(documents).toBe(3)
})

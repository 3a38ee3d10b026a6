import { expect, expectAccessible, test, uniqueName } from './test.ts'

test('a part or an area whose code cannot be fetched reports it, and loads when it is opened again', async ({
  page,
}) => {
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
  await page.keyboard.press('Escape')

  await test.step('an area', async () => {
    const area = '**/assets/system-area-*.js'
    await page.route(area, (route) => route.abort('connectionfailed'))
    const enter = async () => {
      await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
      await page.keyboard.press('g')
      await page.keyboard.press('s')
    }
    await enter()
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await page.unroute(area)
    await page.getByRole('link', { name: 'Back to console' }).click()
    await enter()
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeFocused()
    await expect(page).toHaveURL('/system/overview')
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  })
})

test('code that is never answered is given up, and a reload leads on', async ({ page }) => {
  await page.clock.install()
  const code = '**/assets/quick-actions-dialog-*.js'
  await page.route(code, () => {})
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const notes = page.getByRole('region', { name: 'Notifications' })
  await expect(async () => {
    await page.clock.fastForward(20_000)
    await expect(notes).toContainText('could not be loaded in time. Reload the page', { timeout: 1000 })
  }).toPass({ timeout: 60_000 })
  await page.unroute(code)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Quick actions' })).toBeVisible()
})

test('after an upgrade of the server the page reloads once', async ({ page }) => {
  let documents = 0
  // A file of this build is gone, and the server's page names new files.
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
  // A click before the new page is loaded is lost with the old page.
  const loadedAnew = page.waitForEvent('load')
  await page.keyboard.press('Control+k')
  await loadedAnew
  expect(documents).toBe(1)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Quick actions' })).toBeVisible()
  expect(documents).toBe(1)
})

test('if an upgrade removed the code of toasts, the page reloads; if that does not help, it shows an error', async ({
  page,
}) => {
  const create = async (name: string) => {
    await page.getByRole('link', { name: 'New project' }).first().click()
    await page.getByRole('dialog').getByLabel('Name').fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Create project' }).click()
  }
  let documents = 0
  await page.route('**/assets/toasts-*.js', (route) => route.fulfill({ status: 404, body: '' }))
  // The server reports another build to the page, but serves this one to the browser.
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

import { admin } from './server.ts'
import { expect, expectAccessible, test, uniqueName } from './test.ts'

test.describe('signed out', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('signing in leads back to where one was going, signing out to the sign-in page', async ({ page }) => {
    await page.goto('/projects?q=web')
    await expect(page).toHaveURL(/\/login\/default\/local\?redirect_uri=/)
    await expect(page.getByText('default', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Username').fill(admin.username)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    await expect(page).toHaveURL('/projects?q=web')

    await page.getByRole('button', { name: 'user menu of admin' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await page.goto('/projects')
    await expect(page).toHaveURL(/\/login/)
  })

  test('a refusal says one thing only, and a throttle says to wait', async ({ page }) => {
    await page.goto('/login/default/local')
    await page.getByLabel('Username').fill('nobody-here')
    for (let attempt = 0; attempt < 6; attempt++) {
      await page.getByLabel('Password', { exact: true }).fill('wrong')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toHaveText(attempt < 5 ? 'Could not sign in' : /^Too many attempts. Wait /)
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    }
  })

  test('where the silo is not known, it is asked for and remembered', async ({ page }) => {
    // The server of one silo leads on from here by itself, so its page is shown under this address.
    await page.route('**/login?**', async (route) => {
      const url = new URL('/login/default/local', route.request().url()).href
      await route.fulfill({ response: await route.fetch({ url }) })
    })
    await page.goto('/login?redirect_uri=%2Fsettings%2Fprofile')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Silo is required')).toBeVisible()
    await page.getByLabel('Silo').fill('default')
    await page.getByText('Single sign-on').click()
    await expectAccessible(page)
    await page.getByLabel('Provider').fill('corporate')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/login/default/saml/corporate?redirect_uri=%2Fsettings%2Fprofile')
    await page.goto('/login?redirect_uri=%2Fsettings%2Fprofile')
    await expect(page.getByLabel('Silo')).toHaveValue('default')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/login/default/local?redirect_uri=%2Fsettings%2Fprofile')
  })

  test('a provider gets one button that carries the way back', async ({ page }) => {
    await page.goto('/login/default/saml/corporate?redirect_uri=/settings/profile')
    await expect(page.getByRole('link', { name: 'Sign in with corporate' })).toHaveAttribute(
      'href',
      '/login/default/saml/corporate/redirect?redirect_uri=%2Fsettings%2Fprofile',
    )
  })
})

test('a session that ends leads to the sign-in page, and keeps what was typed', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, storageState: { cookies: [], origins: [] } })
  const other = await context.newPage()
  await context.request.post('/v1/login/default/local', { data: admin })
  // All the page asks for is answered, so that nothing but the form finds out.
  await other.goto('/projects-new', { waitUntil: 'networkidle' })
  await other.getByLabel('Name').fill('survivor')
  await context.request.post('/v1/logout')
  await other.getByRole('dialog').getByRole('button', { name: 'Create project' }).click()
  await expect(other).toHaveURL(/\/login.*redirect_uri=%2Fprojects-new/)
  await other.getByLabel('Username').fill(admin.username)
  await other.getByLabel('Password', { exact: true }).fill(admin.password)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other.getByRole('dialog', { name: 'Create project' }).getByLabel('Name')).toHaveValue('survivor')
  await context.close()
})

test('what somebody typed is not shown to another who signs in after them', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, storageState: { cookies: [], origins: [] } })
  const tab = await context.newPage()
  await context.request.post('/v1/login/default/local', { data: admin })
  await tab.goto('/settings/ssh-keys-new', { waitUntil: 'networkidle' })
  const form = tab.getByRole('dialog', { name: 'Add SSH key' })
  await form.getByLabel('Name').fill('laptop')
  await form
    .getByLabel('Public key')
    .fill('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ9uCnZdkZ6vQ4cWkVbJxkb6pTnH0l6e5Q8v3D1y7uZb ada')
  await context.request.post('/v1/logout')
  await form.getByRole('button', { name: 'Add SSH key' }).click()
  await expect(tab).toHaveURL(/\/login/)
  const kept = () => tab.evaluate(() => JSON.stringify({ ...sessionStorage }))
  expect(await kept()).toContain('laptop')
  expect(await kept()).not.toContain('AAAAC3')
  // There is one account: the server's answer is made to say that it is another's.
  await tab.route('**/v1/me', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), id: crypto.randomUUID() } })
  })
  await tab.getByLabel('Username').fill(admin.username)
  await tab.getByLabel('Password', { exact: true }).fill(admin.password)
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('')
  expect(await kept()).not.toContain('laptop')
  await context.close()
})

test('pages that are not there say so, in the shell', async ({ page }) => {
  for (const path of ['/nowhere', '/projects/not-a-project/instances', '/projects/not-a-project/edit']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(/^Page not found/)
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to console' }).click()
  await expect(page).toHaveURL('/projects')
})

test('a change of page moves focus to its title', async ({ page, makeProject }) => {
  const name = await makeProject('focused')
  await page.goto(`/projects?q=${name}`)
  await page.getByRole('table').getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name: 'Instances', level: 1 })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: `Instances / ${name}` })).toBeAttached()
})

test('quick actions find pages and things, go round, and run with Enter', async ({ page, makeProject }) => {
  const name = await makeProject('jump')
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  const dialog = page.getByRole('dialog', { name: 'Quick actions' })
  await expect(dialog.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(dialog.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.getByRole('combobox').fill(name)
  await expect(dialog.getByRole('option', { name })).toHaveAttribute('href', `/projects/${name}/instances`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/projects/${name}/instances`)
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(dialog).toHaveCount(0)
})

test('quick actions draw few of thousands, reach all that they list, and say how many more there are', async ({
  page,
}) => {
  await page.route(/\/v1\/projects\?/, async (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('page_token') ?? 0)
    const items = Array.from({ length: 1000 }, (_, number) => ({
      id: `00000000-0000-4000-8000-${String(at * 1000 + number).padStart(12, '0')}`,
      name: `project-${String(at * 1000 + number).padStart(4, '0')}`,
      description: '',
      time_created: '2026-01-01T00:00:00Z',
      time_modified: '2026-01-01T00:00:00Z',
    }))
    await route.fulfill({ json: { items, next_page: at < 4 ? String(at + 1) : null } })
  })
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  const dialog = page.getByRole('dialog', { name: 'Quick actions' })
  const options = dialog.getByRole('option')
  const current = dialog.getByRole('option', { selected: true })
  await expect(dialog.getByRole('status')).toHaveText('4,900 more: type to find them')
  expect(await options.count()).toBeLessThan(60)
  await expectAccessible(page)
  await page.getByRole('combobox').fill('4711')
  await expect(options).toHaveText(['project-4711'])
  await expect(dialog.getByRole('status')).toBeEmpty()
  await page.getByRole('combobox').fill('')
  for (let pressed = 0; pressed < 101; pressed++) await page.keyboard.press('ArrowDown')
  await expect(current).toHaveText('Projects')
  await page.keyboard.press('ArrowUp')
  await expect(current).toHaveText('project-0099')
  await expect(current).toBeInViewport()
  expect(await options.count()).toBeLessThan(60)
  // Wherever the list is scrolled to, Enter runs the current one.
  await dialog.getByRole('listbox').evaluate((list) => list.scrollTo(0, 0))
  await expect(dialog.getByRole('option', { name: 'project-0000' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/projects/project-0099/instances')
})

test('keys: the map, c, g p, and the switch that puts single letters to rest', async ({ page, makeProject }) => {
  const name = await makeProject('keyed')
  await page.goto(`/projects/${name}/instances`)
  await expect(page.getByRole('heading', { name: 'Instances', level: 1 })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeFocused()
  await expect(page).toHaveURL('/projects')
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: 'Create project' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('?')
  const map = page.getByRole('dialog', { name: 'Keyboard map' })
  await map.getByRole('checkbox', { name: 'Single-letter keys' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(map).toHaveCount(0)
  await page.keyboard.press('c')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(page.getByRole('dialog', { name: 'Quick actions' })).toBeVisible()
})

test('the theme is chosen in the user menu and stays', async ({ page }) => {
  await page.goto('/projects')
  await page.getByRole('button', { name: /user menu/ }).click()
  await page.getByRole('menuitem', { name: 'Light theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('the activity menu says what it is for while it is empty', async ({ page }) => {
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Activity' }).click()
  await expect(page.getByRole('dialog', { name: 'Activity' })).toContainText('What you start from this browser')
  await expectAccessible(page)
})

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
  await page.keyboard.press('Control+k')
  await expect.poll(() => documents).toBe(1)
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

test('a link that leads away after sign-in is refused on a page', async ({ page }) => {
  await page.goto('/login?redirect_uri=https%3A%2F%2Fevil.example%2F')
  await expect(page.getByRole('heading', { name: 'Link refused' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in without it' }).click()
  await expect(page).toHaveURL('/login/default/local')
})

test('deleting a project asks for nothing that the server does not have', async ({ page, makeProject }) => {
  const project = await makeProject('asks')
  const missing: string[] = []
  page.on('response', (answer) => void (answer.status() === 501 && missing.push(answer.url())))
  await page.goto(`/projects/${project}/delete`)
  await expect(page.getByRole('dialog', { name: 'Delete project' }).getByText('These are still in')).toBeVisible()
  expect(missing).toEqual([])
})

test('on a phone the sidebar is a drawer and the trail its last crumb and Back', async ({ page, makeProject }) => {
  const name = await makeProject('phone')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/projects/${name}/instances`)
  await expect(page.getByRole('link', { name: `Back to ${name}` })).toBeVisible()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Navigation' })
  await expect(drawer.getByRole('link', { name: 'Instances' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)
  await drawer.getByRole('link', { name: 'Instances' }).click()
  await expect(drawer).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})

test('a lost connection is shown, and ends by itself', async ({ page }) => {
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.route('**/v1/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh' }).click()
  const banner = page.getByText('Connection lost, trying again')
  await expect(banner).toBeVisible()
  await page.unroute('**/v1/**')
  await expect(banner).toHaveCount(0)
})

test('roles on the profile come with the page', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/v1/policy', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/projects')
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page.getByText('Unknown')).toHaveCount(0)
  release()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await expect(page.getByText('Unknown')).toHaveCount(0)
})

test('the profile shows who is signed in, and asks for nothing that the server does not have', async ({ page }) => {
  const missing: string[] = []
  page.on('response', (answer) => answer.status() === 501 && missing.push(answer.url()))
  await page.goto('/settings')
  await expect(page).toHaveURL('/settings/profile')
  await expect(page.getByRole('definition').filter({ hasText: 'default' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^admin$/ })).toHaveCount(2)
  await expectAccessible(page)
  expect(missing).toEqual([])
})

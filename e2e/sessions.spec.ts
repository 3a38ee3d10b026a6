import { makeMember } from './live.ts'
import { admin } from './server.ts'
import { makeSilo } from './silo.ts'
import { endSessionAt, expect, expectAccessible, test, uniqueName } from './test.ts'

test.describe('signed out', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('signing in returns to the requested page, signing out to the sign-in page', async ({ page }) => {
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

  test('a return path to another origin is ignored; a refusal has one fixed text, and a throttle says how long to wait', async ({
    page,
  }) => {
    await page.goto('/login?redirect_uri=https%3A%2F%2Fevil.example%2F')
    const box = (title: string) =>
      page.getByRole('heading', { name: title }).evaluate((heading) => {
        const { x, y, width } = heading.parentElement!.getBoundingClientRect()
        const { fontSize, fontWeight } = getComputedStyle(heading)
        const { borderWidth, borderRadius } = getComputedStyle(heading.parentElement!)
        return { x, y, width, fontSize, fontWeight, borderWidth, borderRadius }
      })
    await expect(page.getByRole('heading', { name: 'Link refused' })).toBeVisible()
    const refused = await box('Link refused')
    await page.getByRole('link', { name: 'Sign in without it' }).click()
    await expect(page).toHaveURL('/login/default/local')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(refused).toEqual(await box('Sign in'))
    await page.getByLabel('Username').fill(uniqueName('nobody'))
    for (let attempt = 0; attempt < 6; attempt++) {
      await page.getByLabel('Password', { exact: true }).fill('wrong')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toHaveText(
        attempt < 5 ? 'Could not sign in' : /^Too many attempts. Try again in /,
      )
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    }
  })

  test('another silo can be chosen, and is remembered', async ({ page, request }) => {
    await page.goto('/login?redirect_uri=%2Fsettings%2Fprofile')
    await page.getByRole('link', { name: 'Sign in to another silo' }).click()
    await expect(page.getByLabel('Silo')).toBeFocused()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Silo is required')).toBeVisible()
    await page.getByLabel('Silo').fill('default')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/login/default/local?redirect_uri=%2Fsettings%2Fprofile')
    await expect(page.getByLabel('Username')).toBeFocused()
    await page.getByRole('link', { name: 'Sign in to another silo' }).click()
    await page.getByText('Single sign-on').click()
    await page.getByLabel('Provider').fill('corporate')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/login/default/saml/corporate?redirect_uri=%2Fsettings%2Fprofile')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeFocused()
    await expect(page.getByRole('link', { name: 'Sign in with a password' })).toHaveAttribute(
      'href',
      '/login/default/local?redirect_uri=%2Fsettings%2Fprofile',
    )
    await expectAccessible(page)
    await expect(page.getByRole('link', { name: 'Sign in with corporate' })).toHaveAttribute(
      'href',
      '/login/default/saml/corporate/redirect?redirect_uri=%2Fsettings%2Fprofile',
    )
    await page.getByRole('link', { name: 'Sign in to another silo' }).click()
    await expect(page.getByLabel('Silo')).toHaveValue('default')

    await request.post('/v1/login/default/local', { data: admin })
    const { name } = await makeSilo(request)
    await page.getByLabel('Silo').fill(name)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(`/login/${name}/local?redirect_uri=%2Fsettings%2Fprofile`)
    // The page leads back to the sign-in page used last.
    await page.goto('/projects')
    await expect(page).toHaveURL(`/login/${name}/local?redirect_uri=%2Fprojects`)

    await page.goto('/login/nowhere/local')
    await page.getByLabel('Username').fill('ada')
    await page.getByLabel('Password', { exact: true }).fill('secret')
    await page.getByRole('button', { name: 'Sign in' }).click()
    // It does not reveal whether the silo exists.
    await expect(page.getByRole('alert')).toHaveText('Could not sign in')
    await expect(page.getByText('Check the username, the password, and the name of the silo: nowhere.')).toBeVisible()
    await expectAccessible(page)
  })
})

test('a session that ends leads to the sign-in page, and keeps what was typed for the same person alone', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL!, storageState: { cookies: [], origins: [] } })
  const tab = await context.newPage()
  const signIn = async () => {
    await tab.getByLabel('Username').fill(admin.username)
    await tab.getByLabel('Password', { exact: true }).fill(admin.password)
    await tab.getByRole('button', { name: 'Sign in' }).click()
  }
  await context.request.post('/v1/login/default/local', { data: admin })
  await tab.goto('/projects-new')
  await tab.getByLabel('Name').fill('survivor')
  const create = tab.getByRole('dialog').getByRole('button', { name: 'Create project' })
  await endSessionAt(tab, 'POST', /\/v1\/projects/, () => create.click())
  await expect(tab).toHaveURL(/\/login.*redirect_uri=%2Fprojects-new/)
  await signIn()
  const project = tab.getByRole('dialog', { name: 'Create project' })
  await expect(project.getByLabel('Name')).toHaveValue('survivor')
  await project.getByRole('button', { name: 'Cancel' }).click()

  await tab.goto('/settings/ssh-keys-new')
  const form = tab.getByRole('dialog', { name: 'Add SSH key' })
  await form.getByLabel('Name').fill('laptop')
  await form
    .getByLabel('Public key')
    .fill('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ9uCnZdkZ6vQ4cWkVbJxkb6pTnH0l6e5Q8v3D1y7uZb ada')
  const add = form.getByRole('button', { name: 'Add SSH key' })
  await endSessionAt(tab, 'POST', /\/v1\/me\/ssh-keys/, () => add.click())
  const kept = () => tab.evaluate(() => JSON.stringify({ ...sessionStorage }))
  expect(await kept()).toContain('laptop')
  expect(await kept()).not.toContain('AAAAC3')
  // There is one account: the answer is changed to name another user.
  await tab.route('**/v1/me', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), id: crypto.randomUUID() } })
  })
  await signIn()
  await expect(form.getByLabel('Name')).toHaveValue('')
  expect(await kept()).not.toContain('laptop')
  await context.close()
})

test('the profile shows the user and roles, and calls no operation that the server lacks', async ({ page }) => {
  const missing: string[] = []
  page.on('response', (answer) => answer.status() === 501 && missing.push(answer.url()))
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

  await page.goto('/settings')
  await expect(page).toHaveURL('/settings/profile')
  await expect(page.getByRole('definition').filter({ hasText: 'default' })).toBeVisible()
  // The name, the silo role, and the fleet role mapped to it.
  await expect(page.getByRole('definition').filter({ hasText: /^admin$/ })).toHaveCount(3)
  await expectAccessible(page)
  expect(missing).toEqual([])
})

test('a page is loaded anew when another tab signs in as somebody else', async ({
  page,
  context,
  request,
  makeProject,
}) => {
  const project = await makeProject('shared')
  const silo = await makeSilo(request)
  const member = await makeMember(request, silo.name)
  await page.goto(`/projects/${project}/disks`)
  await page.getByRole('link', { name: 'New disk' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('typed')
  const other = await context.newPage()
  await context.clearCookies()
  await other.goto(`/login/${silo.name}/local`)
  await member.fill(other)
  for (const each of [other, page])
    await expect(each.getByRole('button', { name: `user menu of ${member.name}` })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveCount(0)
})

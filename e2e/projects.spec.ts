import { makeDisk, makeInstance, reaches } from './instance.ts'
import { mayOnlyLook } from './network.ts'
import { expect, expectAccessible, test, uniqueName } from './test.ts'

test('a project is created, found, edited and deleted with its network', async ({ page }) => {
  const name = uniqueName('web')
  await page.goto('/projects')
  await page.getByRole('link', { name: 'New project' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Create project' })
  await expect(page).toHaveTitle('New project / Projects / Skerry')
  await expect(panel).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Create project' }).click()
  await expect(panel.getByText('Name is required')).toBeVisible()
  await panel.getByLabel('Name').fill(name)
  await panel.getByLabel('Description').fill('Front ends')
  await panel.getByRole('button', { name: 'Create project' }).click()
  // First, since it leaves after some seconds.
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(`Project ${name} created`)
  await expect(page).toHaveURL(`/projects/${name}/instances`)
  await expect(page).toHaveTitle(`Instances / ${name} / Projects / Skerry`)

  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Projects' }).click()
  // Other tests may have created projects.
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('searchbox').press('Enter')
  const list = `/projects?q=${name}`
  await expect(page).toHaveURL(list)
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('Front ends')
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit project' })
  await expect(edit).toBeVisible()
  await expectAccessible(page)
  await edit.getByLabel('Name').fill(`${name}-2`)
  await edit.getByRole('button', { name: 'Update project' }).click()
  await expect(page).toHaveURL(list)
  const renamed = page.getByRole('row', { name: `${name}-2` })
  await expect(renamed).toBeVisible()

  await renamed.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const remove = page.getByRole('dialog', { name: 'Delete project' })
  await expect(remove.getByRole('region', { name: 'VPCs' })).toContainText('default')
  await expectAccessible(page)
  const button = remove.getByRole('button', { name: 'Delete project' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription('Delete these first')
  await remove.getByRole('button', { name: 'Remove network default' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Remove network' })
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(remove.getByText('Nothing is left in')).toBeVisible()
  await button.click()
  await expect(page).toHaveURL(list)
  await expect(page.getByRole('row', { name: `${name}-2` })).toHaveCount(0)
})

test('leaving a form asks, Cancel does not; the field reports a taken name; a double submit sends once', async ({
  page,
  makeProject,
}) => {
  const [taken, name] = [await makeProject(), uniqueName('twice')]
  await page.goto('/projects')
  const open = page.getByRole('link', { name: 'New project' }).first()
  const panel = page.getByRole('dialog', { name: 'Create project' })
  await open.click()
  await panel.getByLabel('Name').fill('half-typed')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Leave form?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(panel.getByLabel('Name')).toHaveValue('half-typed')
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/projects')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await open.click()
  await panel.getByLabel('Name').fill(taken)
  await panel.getByRole('button', { name: 'Create project' }).click()
  await expect(panel.getByRole('alert')).toContainText('Project name already exists')
  await expect(panel.getByLabel('Name')).toHaveAccessibleDescription('Project name already exists')
  await expect(panel.getByLabel('Name')).toBeFocused()

  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/projects')) sent++
  })
  await panel.getByLabel('Name').fill(name)
  await panel.getByRole('button', { name: 'Create project' }).dblclick()
  await expect(page).toHaveURL(`/projects/${name}/instances`)
  expect(sent).toBe(1)
})

test('sort and search are in the URL, the quick filter narrows at once, and the row menu copies', async ({
  page,
  context,
  makeProject,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const prefix = uniqueName('sorted')
  const names = [await makeProject(`${prefix}-a`), await makeProject(`${prefix}-b`)]
  await page.goto(`/projects?q=${prefix}`)
  const links = page.getByRole('table', { name: 'Projects' }).getByRole('link')
  await expect(links).toHaveText(names)
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(page).toHaveURL(/sort=name_descending/)
  await expect(links).toHaveText(names.toReversed())
  await page.getByRole('searchbox').fill(names[0]!)
  await expect(links).toHaveText([names[0]!])

  const name = names[0]!
  const { id } = await (await page.request.get(`/v1/projects/${name}`)).json()
  const choose = async (item: string) => {
    await page.getByRole('row', { name }).getByRole('button', { name: 'Row actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await choose('Copy ID')
  await expect.poll(clipboard).toBe(id)
  // Each copy is awaited.
  const copied = page.getByRole('region', { name: 'Notifications' }).getByText('Copied')
  await expect(copied).toBeVisible()
  await expect(copied).toHaveCount(0)
  await choose('Copy as curl')
  await expect(copied).toBeVisible()
  await expect.poll(clipboard).toContain(`"$SKERRY_HOST"/v1/projects/${id}`)
  await choose('Copy as CLI')
  await expect.poll(clipboard).toBe(`skerry project view --project ${id}`)

  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page).not.toHaveURL(/q=/)
})

test('the page of a list is in the history; it is kept under a panel and after Back', async ({ page, makeProject }) => {
  // First in the alphabet, so projects of other tests do not move these.
  await Promise.all(Array.from({ length: 55 }, () => makeProject('aaa')))
  await page.goto('/projects')
  const rows = page.getByRole('table', { name: 'Projects' }).getByRole('row')
  await expect(rows).toHaveCount(51)
  const first = await rows.nth(1).getByRole('link').textContent()
  await page.getByRole('button', { name: 'next' }).click()
  await expect(rows.nth(1).getByRole('link')).not.toHaveText(first!)
  const second = await rows.nth(1).getByRole('link').textContent()
  await page.reload()
  await expect(rows.nth(1).getByRole('link')).toHaveText(second!)
  await page.getByRole('link', { name: 'New project' }).click()
  await expect(page.getByRole('dialog', { name: 'Create project' }).getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/projects')
  await expect(rows.nth(1).getByRole('link')).toHaveText(second!)
  await page.getByRole('button', { name: 'prev' }).click()
  await expect(rows.nth(1).getByRole('link')).toHaveText(first!)

  await page.setViewportSize({ width: 1440, height: 320 })
  // By id: while a panel is open, the page under it has no role.
  const main = page.locator('#main')
  const top = () => main.evaluate((element) => element.scrollTop)
  await main.evaluate((element) => element.scrollTo(0, 150))
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: 'Create project' })).toBeVisible()
  expect(await top()).toBe(150)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await top()).toBe(150)
  await page.keyboard.press('j')
  await main.evaluate((element) => element.scrollTo(0, 120))
  await expect
    .poll(() => page.evaluate(() => Object.values(JSON.parse(sessionStorage.getItem('skerry.scroll') ?? '{}')).at(-1)))
    .toBe(120)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Instances', level: 1 })).toBeFocused()
  expect(await top()).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeFocused()
  await expect.poll(top).toBe(120)
})

test('users who cannot remove a network see why', async ({ page, makeProject }) => {
  const project = await makeProject('looked-at')
  await mayOnlyLook(page, project)
  await page.goto(`/projects/${project}/delete`)
  const remove = page.getByRole('button', { name: 'Remove network default' })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await expect(remove).toHaveAccessibleDescription('Needs project collaborator; you have viewer')
})

test('a deletion whose panel was closed while it was sent does not navigate later', async ({ page, makeProject }) => {
  const project = await makeProject('left')
  const answer = Promise.withResolvers<void>()
  await page.route(/\/v1\/projects\//, async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    const response = await route.fetch()
    await answer.promise
    await route.fulfill({ response })
  })
  await page.goto(`/projects/${project}/delete`)
  const panel = page.getByRole('dialog', { name: 'Delete project' })
  await panel.getByRole('button', { name: 'Remove network default' }).click()
  const network = page.getByRole('alertdialog', { name: 'Remove network' })
  await network.getByRole('button', { name: 'Confirm' }).click()
  await expect(panel.getByText('Nothing is left in')).toBeVisible()
  await panel.getByRole('button', { name: 'Delete project' }).click()
  await expect(panel.getByRole('status')).toContainText('Waiting for the server')
  await panel.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('link', { name: 'Images', exact: true }).click()
  await expect(page).toHaveURL('/images')
  answer.resolve()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(`Project ${project} deleted`)
  await expect(page).toHaveURL('/images')
})

test('a project is emptied from the page that deletes it, in the order that it gives', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('full')
  const { id } = await makeInstance(request, project, { name: 'db1', start: true })
  await reaches(request, id, 'running')
  await makeDisk(request, project, 'data')
  await page.goto(`/projects/${project}/delete`)
  const panel = page.getByRole('dialog', { name: 'Delete project' })
  await expect(panel).toContainText('Delete them from the top')
  await expect(panel.getByRole('heading', { level: 3 })).toHaveText([/^Instances/, /^Disks/, /^VPCs/])
  const emptied = async (button: string, title: string, verb: string) => {
    await panel.getByRole('button', { name: button }).click()
    const report = page.getByRole('dialog', { name: title })
    await report.getByRole('button', { name: verb }).click()
    await expect(report).toHaveCount(0)
  }
  await emptied('Stop and delete all instances', 'Stop and delete instances', 'Stop and delete 1')
  await emptied('Delete all disks', 'Delete disks', 'Delete 1')
  await panel.getByRole('button', { name: 'Remove network default' }).click()
  const network = page.getByRole('alertdialog', { name: 'Remove network' })
  await network.getByRole('button', { name: 'Confirm' }).click()
  await expect(panel.getByText('Nothing is left in')).toBeVisible()
  await panel.getByRole('button', { name: 'Delete project' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(`Project ${project} deleted`)
})

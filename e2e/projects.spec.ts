import { expect, expectAccessible, test, uniqueName } from './test.ts'

test('a project is created, found, edited and deleted with its network', async ({ page }) => {
  const name = uniqueName('web')
  await page.goto('/projects')
  await page.getByRole('link', { name: 'New project' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Create project' })
  await expect(page).toHaveTitle('New project / Projects / Skerry')
  await panel.getByRole('button', { name: 'Create project' }).click()
  await expect(panel.getByText('Name is required')).toBeVisible()
  await panel.getByLabel('Name').fill(name)
  await panel.getByLabel('Description').fill('Front ends')
  await panel.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL(`/projects/${name}/instances`)
  await expect(page).toHaveTitle(`Instances / ${name} / Projects / Skerry`)
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(`Project ${name} created`)

  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Projects' }).click()
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('Front ends')
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit project' })
  await edit.getByLabel('Name').fill(`${name}-2`)
  await edit.getByRole('button', { name: 'Update project' }).click()
  await expect(page).toHaveURL('/projects')
  const renamed = page.getByRole('row', { name: `${name}-2` })
  await expect(renamed).toBeVisible()

  await renamed.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const remove = page.getByRole('dialog', { name: 'Delete project' })
  await expect(remove.getByRole('region', { name: 'VPCs' })).toContainText('default')
  const button = remove.getByRole('button', { name: 'Delete project' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription('Delete these first')
  await remove.getByRole('button', { name: 'Remove network default' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Remove network' })
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(remove.getByText('Nothing is left in')).toBeVisible()
  await button.click()
  await expect(page).toHaveURL('/projects')
  await expect(page.getByRole('row', { name: `${name}-2` })).toHaveCount(0)
})

test('a taken name is said on the field, and the panel stays', async ({ page, makeProject }) => {
  const name = await makeProject()
  await page.goto('/projects-new')
  const panel = page.getByRole('dialog', { name: 'Create project' })
  await panel.getByLabel('Name').fill(name)
  await panel.getByRole('button', { name: 'Create project' }).click()
  await expect(panel.getByRole('alert')).toContainText('Project name already exists')
  await expect(panel.getByLabel('Name')).toHaveAccessibleDescription('Project name already exists')
  await expect(panel.getByLabel('Name')).toBeFocused()
})

test('a double submit makes one project', async ({ page }) => {
  const name = uniqueName('twice')
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/projects')) sent++
  })
  await page.goto('/projects-new')
  await page.getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Create project' }).dblclick()
  await expect(page).toHaveURL(`/projects/${name}/instances`)
  expect(sent).toBe(1)
})

test('a dirty form asks before it is left, Cancel does not', async ({ page }) => {
  await page.goto('/projects')
  await page.getByRole('link', { name: 'New project' }).first().click()
  await page.getByLabel('Name').fill('half-typed')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Leave form?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('half-typed')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/projects')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('sort and search are in the URL; the quick filter narrows at once', async ({ page, makeProject }) => {
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
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page).not.toHaveURL(/q=/)
})

test('a page of the list lives in the history', async ({ page, makeProject }) => {
  // First in the alphabet, so that what other tests make does not move these.
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
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/projects')
  await expect(rows.nth(1).getByRole('link')).toHaveText(second!)
  await page.getByRole('button', { name: 'prev' }).click()
  await expect(rows.nth(1).getByRole('link')).toHaveText(first!)
})

test('the row menu copies', async ({ page, context, makeProject }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const name = await makeProject('copied')
  const { id } = await (await page.request.get(`/v1/projects/${name}`)).json()
  await page.goto(`/projects?q=${name}`)
  const choose = async (item: string) => {
    await page.getByRole('row', { name }).getByRole('button', { name: 'Row actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await choose('Copy ID')
  await expect.poll(clipboard).toBe(id)
  await choose('Copy as curl')
  await expect.poll(clipboard).toContain(`"$SKERRY_HOST"/v1/projects/${id}`)
  await choose('Copy as CLI')
  await expect.poll(clipboard).toBe(`skerry project view --project ${id}`)
})

test('the screens of projects are accessible', async ({ page, makeProject }) => {
  const name = await makeProject('axe')
  for (const path of ['/projects', '/projects-new', `/projects/${name}/edit`, `/projects/${name}/delete`]) {
    await page.goto(path)
    await expect(path === '/projects' ? page.getByRole('table') : page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
  }
})

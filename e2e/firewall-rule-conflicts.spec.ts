import { rulesOf, rulesPath, writeRules } from './firewall.ts'
import { choose, notifications } from './network.ts'
import { expect, expectAccessible, test } from './test.ts'

test('row actions and forms keep the rules that others write meanwhile', async ({ page, request, makeProject }) => {
  const project = await makeProject('rules')
  const row = page.getByRole('row', { name: 'allow-ssh' })
  const change = (more: object) =>
    writeRules(request, project, (rules) =>
      rules.map((rule) => (rule.name === 'allow-ssh' ? { ...rule, ...more } : rule)),
    )
  await test.step('a row', async () => {
    await page.goto(rulesPath(project))
    await expect(row).toBeVisible()
    await change({ priority: 11 })
    await choose(page, row, 'Disable')
    await expect(row).toContainText('Disabled')
    const ssh = (await rulesOf(request, project)).find(({ name }) => name === 'allow-ssh')
    expect(ssh).toMatchObject({ status: 'disabled', priority: 11 })

    await choose(page, row, 'Delete')
    const question = page.getByRole('alertdialog', { name: 'Changed by someone else' })
    const remove = page.getByRole('alertdialog', { name: 'Delete firewall rule' })
    await expect(remove).toBeVisible()
    await change({ priority: 5 })
    await remove.getByRole('button', { name: 'Confirm' }).click()
    await expect(question.getByRole('listitem')).toHaveText(
      /^Firewall rule allow-ssh: you removed it, someone else set .*priority 5, disabled.* \(it was .*priority 11, disabled/,
    )
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(question).toHaveCount(0)
    expect(await rulesOf(request, project)).toHaveLength(3)
  })

  await test.step('a form', async () => {
    await page.goto(rulesPath(project, '/allow-ssh/edit'))
    const edit = page.getByRole('dialog', { name: 'Edit firewall rule' })
    const update = edit.getByRole('button', { name: 'Update firewall rule' })
    await edit.getByRole('spinbutton', { name: 'Priority' }).fill('10')
    await writeRules(request, project, (rules) => [...rules, { ...rules[0]!, name: 'theirs' }])
    await update.click()
    await expect(notifications(page)).toContainText('Firewall rule allow-ssh updated')
    const priorities = async () =>
      Object.fromEntries((await rulesOf(request, project)).map(({ name, priority }) => [name, priority]))
    expect(await priorities()).toMatchObject({ theirs: 65_534, 'allow-ssh': 10 })

    await expect(row.getByRole('cell', { name: '10', exact: true })).toBeVisible()
    await row.getByRole('link', { name: 'allow-ssh' }).click()
    await edit.getByLabel('Description').fill('Mine')
    await change({ priority: 333 })
    await update.click()
    await expect(edit).toHaveCount(0)
    const ssh = async () => (await rulesOf(request, project)).find(({ name }) => name === 'allow-ssh')
    expect(await ssh()).toMatchObject({ priority: 333, description: 'Mine' })

    await expect(row.getByRole('cell', { name: '333', exact: true })).toBeVisible()
    await row.getByRole('link', { name: 'allow-ssh' }).click()
    await edit.getByRole('spinbutton', { name: 'Priority' }).fill('12')
    await change({ priority: 11, description: 'Theirs' })
    await update.click()
    await expect(edit.getByRole('alert')).toContainText(
      'Changed by someone else while this form was open. Nothing was saved.',
    )
    await expect(edit.getByRole('listitem')).toHaveText('Priority: you set 12, someone else set 11 (it was 333)')
    expect(await priorities()).toMatchObject({ 'allow-ssh': 11 })
    await expectAccessible(page)
    await edit.getByRole('button', { name: 'Reapply my change' }).click()
    await expect(edit).toHaveCount(0)
    expect(await ssh()).toMatchObject({ priority: 12, description: 'Theirs' })
  })
})

test('a change between read and write is refused by its ETag and retried; a server without ETags is written to', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('rules')
  await page.goto(rulesPath(project, '/allow-ssh/edit'))
  const edit = page.getByRole('dialog', { name: 'Edit firewall rule' })
  await edit.getByRole('spinbutton', { name: 'Priority' }).fill('10')
  const answers: number[] = []
  await page.route('**/v1/vpc-firewall-rules?*', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    if (answers.length === 0)
      await writeRules(request, project, (rules) => [...rules, { ...rules[0]!, name: 'theirs' }])
    const response = await route.fetch()
    answers.push(response.status())
    await route.fulfill({ response })
  })
  await edit.getByRole('button', { name: 'Update firewall rule' }).click()
  await expect(notifications(page)).toContainText('Firewall rule allow-ssh updated')
  expect(answers).toEqual([412, 200])
  expect((await rulesOf(request, project)).map(({ name }) => name)).toContain('theirs')

  await expect(
    page.getByRole('row', { name: 'allow-ssh' }).getByRole('cell', { name: '10', exact: true }),
  ).toBeVisible()
  await page.unroute('**/v1/vpc-firewall-rules?*')
  await page.route('**/v1/vpc-firewall-rules?*', async (route) => {
    const response = await route.fetch()
    const { etag: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await page.getByRole('link', { name: 'allow-ssh' }).click()
  await edit.getByRole('spinbutton', { name: 'Priority' }).fill('11')
  const sent = page.waitForRequest((each) => each.method() === 'PUT')
  await edit.getByRole('button', { name: 'Update firewall rule' }).click()
  expect((await sent).headers()).not.toHaveProperty('if-match')
  await expect(edit).toHaveCount(0)
  expect((await rulesOf(request, project)).find(({ name }) => name === 'allow-ssh')).toMatchObject({ priority: 11 })
})

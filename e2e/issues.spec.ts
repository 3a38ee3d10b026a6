import { test } from './demo.ts'
import { choose } from './network.ts'
import { expect, expectAccessible } from './test.ts'

test('issues are listed and link to the pages of their subjects', async ({ openAs }) => {
  const page = await openAs('nils-aker')
  await page.goto('/system/silos')
  // Every screen of the system area shows the number of issues.
  await page.getByRole('link', { name: /^Issues \d+ issues, \d+ critical$/ }).click()
  await expect(page).toHaveTitle('Issues / Skerry')
  const issues = page.getByRole('table', { name: 'Issues' })
  const sled = issues.getByRole('row', { name: 'SL000005' })
  await expect(sled).toContainText(/Warning.*Expunged: it runs no instances.*Sled.*1mo/)
  await expectAccessible(page)
  // Issues of other silos name whom to contact.
  await expect(issues.getByRole('link', { name: 'gauge-spool' })).toHaveAttribute(
    'href',
    '/system/silos/default/access',
  )

  await page.getByRole('searchbox', { name: 'Filter issues' }).fill('nothing like it')
  await page.getByRole('main').getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('button', { name: /^Sled \d+$/ }).click()
  await expect(issues.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Warning \d+$/ })).toBeVisible()
  await sled.getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Acknowledge' })).toHaveAccessibleDescription(
    'Needs fleet collaborator; you have viewer',
  )
  await page.keyboard.press('Escape')
  await sled.getByRole('link', { name: 'SL000005' }).click()
  await expect(page).toHaveTitle('Instances / SL000005 / Sleds / Inventory / Skerry')
})

test('an acknowledged issue has its note and does not count, until the acknowledgement is withdrawn', async ({
  openAs,
}) => {
  const page = await openAs('astrid-berg')
  await page.goto('/system/issues')
  const row = page.getByRole('table', { name: 'Issues' }).getByRole('row', { name: 'SL000005' })
  const counted = page.getByRole('link', { name: /^Issues \d+ issues/ }).getByText(/^\d+ issues/)
  const count = async () => Number.parseInt((await counted.textContent())!)
  await expect(row).toBeVisible()
  const note = 'Goes back to the vendor'
  // Other issues may come and go meanwhile.
  const others = page
    .getByRole('table', { name: 'Issues' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  const uncounted = async () => (await others.filter({ hasNotText: note }).count()) - (await count())
  await expect.poll(uncounted).toBe(0)
  await choose(page, row, 'Acknowledge')
  const dialog = page.getByRole('dialog', { name: 'Acknowledge issue' })
  await dialog.getByRole('textbox', { name: 'Note' }).fill(note)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(row).toContainText(/Goes back to the vendor.*astrid-berg/)
  await expect.poll(uncounted).toBe(0)
  await page.getByRole('button', { name: 'Acknowledged 1' }).click()
  await expect(page.getByRole('table', { name: 'Issues' }).getByRole('row')).toHaveCount(2)
  await choose(page, row, 'Withdraw acknowledgement')
  const question = page.getByRole('alertdialog', { name: 'Withdraw acknowledgement' })
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(row).not.toContainText('vendor')
  await expect.poll(uncounted).toBe(0)
})

import type { Page } from '@playwright/test'
import { makeCertificate } from '../control-plane/src/identity/certificates/self-signed.ts'
import { notifications } from './network.ts'
import { expect, test, uniqueName } from './test.ts'

const password = 'a long password of theirs'

/** Signs out and signs in as another user. */
async function signIn(page: Page, silo: string, username: string): Promise<void> {
  // A page that polls without a session would leave for the sign-in page by itself.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto(`/login/${silo}/local`)
  await page.getByLabel('Username').fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

async function addUser(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add user' }).first().click()
  const add = page.getByRole('dialog', { name: 'Add user' })
  await add.getByLabel('Name').fill(name)
  await add.getByLabel('Password', { exact: true }).fill(password)
  await add.getByRole('button', { name: 'Add user' }).click()
  await expect(add).toHaveCount(0)
  await expect(page.getByRole('row', { name })).toBeVisible()
}

async function giveRole(page: Page, name: string, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Add user or group' }).first().click()
  const add = page.getByRole('dialog', { name: 'Add user or group' })
  await add.getByRole('combobox', { name: 'User or group' }).click()
  await page.getByRole('option', { name }).click()
  await add.getByRole('radio', { name: new RegExp(`^${role}`) }).check()
  await add.getByRole('button', { name: 'Add user or group' }).click()
  await expect(add).toHaveCount(0)
  await expect(page.getByRole('row', { name })).toContainText(role)
}

test('a silo is created for a company, whose admin gives a colleague access to a project', async ({ page }) => {
  const [silo, project] = [uniqueName('company'), uniqueName('work')]
  const { cert, key } = await makeCertificate()

  // The operator creates the silo and its first admin.
  await page.goto('/system/silos-new')
  const form = page.getByRole('dialog', { name: 'Create silo' })
  await form.getByLabel('Name', { exact: true }).fill(silo)
  await form.getByRole('radio', { name: /^Local/ }).check()
  const certificate = form.getByRole('group', { name: 'TLS certificates' })
  await certificate.getByLabel('Certificate name').fill('wildcard')
  await certificate.getByLabel('Certificate', { exact: true }).fill(cert)
  await certificate.getByLabel('Private key', { exact: true }).fill(key)
  await certificate.getByRole('button', { name: 'Add certificate' }).click()
  await form.getByRole('button', { name: 'Create silo' }).click()
  await expect(notifications(page)).toContainText(`Silo ${silo} created`)
  await page.getByRole('row', { name: silo }).getByRole('link', { name: silo }).click()
  await page.getByRole('tab', { name: 'Users' }).click()
  await addUser(page, 'head')
  await addUser(page, 'colleague')
  await page.getByRole('tab', { name: 'Access' }).click()
  await giveRole(page, 'head', 'Admin')

  // The admin creates a project and gives the colleague a role in it.
  await signIn(page, silo, 'head')
  await expect(page).toHaveURL('/projects')
  await page.getByRole('link', { name: 'New project' }).first().click()
  const create = page.getByRole('dialog', { name: 'Create project' })
  await create.getByLabel('Name').fill(project)
  await create.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL(`/projects/${project}/instances`)
  await page.getByRole('link', { name: 'Access', exact: true }).click()
  await giveRole(page, 'colleague', 'Collaborator')

  // The colleague works there and sees nothing else.
  await signIn(page, silo, 'colleague')
  await page.goto(`/projects/${project}/vpcs-new`)
  const vpc = page.getByRole('dialog', { name: 'Create VPC' })
  await vpc.getByLabel('Name', { exact: true }).fill('backstage')
  await vpc.getByLabel('DNS name').fill('backstage')
  await vpc.getByRole('button', { name: 'Create VPC' }).click()
  await expect(vpc).toHaveCount(0)
  await page.getByRole('link', { name: 'VPCs' }).first().click()
  await expect(page.getByRole('row', { name: 'backstage' })).toBeVisible()
  await page.getByRole('link', { name: 'Access', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Add user or group' })).toHaveAccessibleDescription(
    'Needs project admin; you have collaborator',
  )
  await page.goto('/system/silos')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

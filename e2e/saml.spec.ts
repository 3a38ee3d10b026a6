import { certified } from '../control-plane/src/testing/certified.ts'
import { startSamlpProvider } from '../control-plane/src/testing/samlp-provider.ts'
import { choose } from './network.ts'
import { makeSilo } from './silo.ts'
import { confirm } from './storage.ts'
import { expect, expectAccessible, test, uniqueName } from './test.ts'

test('an operator creates a provider for a SAML silo, and users sign in through it', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const silo = uniqueName('harbour')
  const keys = await certified()
  await using idp = await startSamlpProvider({ nameId: 'mara@harbour.test', groups: ['harbour-masters', 'pilots'] })
  idp.acsUrl = `${baseURL}/login/${silo}/saml/okra`
  idp.serviceProvider = keys

  await makeSilo(request, { name: silo, identity_mode: 'saml_jit', admin_group_name: 'harbour-masters' })
  await page.goto(`/system/silos/${silo}`)
  await expect(page).toHaveURL(`/system/silos/${silo}/idps`)
  await expect(page.getByText('nobody can sign in')).toBeVisible()
  const context = await browser.newContext({ storageState: undefined, baseURL })
  const visit = await context.newPage()
  await visit.goto(`/login/${silo}/local`)
  await expect(visit.getByText('This silo has no identity provider yet.')).toBeVisible()
  await expect(visit.getByLabel('Password', { exact: true })).toHaveCount(0)
  await expectAccessible(visit)
  await page.getByRole('link', { name: 'New identity provider' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create identity provider' })
  const submit = form.getByRole('button', { name: 'Create identity provider' })
  await submit.click()
  await expect(form.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/Name is required/)
  await form.getByLabel('Name', { exact: true }).fill('okra')
  await expect(form.getByText(`Users sign in at /login/${silo}/saml/okra`)).toBeVisible()
  await form.getByLabel('Contact e-mail').fill('somebody')
  await form.getByLabel('Service provider client ID').fill('skerry')
  await expect(form.getByRole('group', { name: 'ACS URL' })).toContainText(idp.acsUrl)
  await form.getByLabel('Use standard ACS URL').uncheck()
  await form.getByLabel('Contact e-mail').fill('somebody@harbour.test')
  await submit.click()
  // The first in the order of the page, though it is there later than those below it.
  await expect(form.getByLabel('ACS URL', { exact: true })).toBeFocused()
  await form.getByLabel('Contact e-mail').fill('somebody')
  await form.getByLabel('ACS URL', { exact: true }).fill(idp.acsUrl)
  await form.getByLabel('Single-logout URL').fill(`${baseURL}/logout`)
  await form.getByLabel('Entity ID').fill(idp.entityId)
  await form.getByLabel('Group attribute').fill('groups')
  await form.getByLabel('Signing certificate').setInputFiles({
    name: 'cert.der',
    mimeType: 'application/x-x509-ca-cert',
    buffer: Buffer.from(keys.certificate, 'base64'),
  })
  await form.getByText('XML file').click()
  const file = (text: string) => ({ name: 'metadata.xml', mimeType: 'text/xml', buffer: Buffer.from(text) })
  await form.getByLabel('Metadata file').setInputFiles(file('<x/>'))
  await submit.click()
  await expect(form.getByLabel('Contact e-mail')).toHaveAccessibleDescription(/must be an address/)
  await expect(form.getByText('A certificate needs its key')).toBeVisible()
  await form.getByLabel('Contact e-mail').fill('somebody@harbour.test')
  await form.getByLabel('Signing key').setInputFiles({
    name: 'key.der',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(keys.keyDer, 'base64'),
  })
  await expectAccessible(page)
  await submit.click()
  await expect(form.getByRole('alert')).toContainText('Metadata file: the metadata describes no identity provider')
  await expect(form.getByLabel('Metadata file')).toBeFocused()
  await expect(form.getByLabel('Metadata file')).toHaveAccessibleDescription(/describes no identity provider/)
  await form.getByLabel('Entity ID').fill('https://other.test')
  await form.getByLabel('Metadata file').setInputFiles(file(idp.metadata))
  await submit.click()
  await expect(form.getByRole('alert')).toContainText('but Entity ID is "https://other.test"')
  await form.getByLabel('Entity ID').fill(idp.entityId)
  await form.getByLabel('Metadata file').setInputFiles(file(idp.metadata))
  await submit.click()
  await expect(form).toBeHidden()

  await page.getByRole('link', { name: 'okra' }).click()
  const details = page.getByRole('dialog', { name: 'okra' })
  await expect(details).toContainText(idp.acsUrl)
  await expect(details).toContainText(keys.certificate)
  await expect(details).not.toContainText(keys.keyDer.slice(0, 40))
  await expectAccessible(page)

  await test.step('who names the silo is offered its provider, and no password', async () => {
    for (const begin of ['/login?redirect_uri=%2Fimages', `/login/${silo}/local?redirect_uri=%2Fimages`]) {
      await visit.goto(begin)
      if (begin.startsWith('/login?')) {
        await visit.getByRole('link', { name: 'Sign in to another silo' }).click()
        await visit.getByLabel('Silo').fill(silo)
        await visit.getByRole('button', { name: 'Continue' }).click()
      }
      await expect(visit).toHaveURL(`/login/${silo}/saml/okra?redirect_uri=%2Fimages`)
      await expect(visit.getByRole('link', { name: 'Sign in with okra' })).toBeVisible()
      await expect(visit.getByRole('link', { name: 'Sign in with a password' })).toHaveCount(0)
    }
  })

  await test.step('somebody of the admin group lands where they wanted to', async () => {
    await visit.goto(`/login/${silo}/saml/okra?redirect_uri=${encodeURIComponent('/images?sort=id_ascending')}`)
    await expect(visit.getByRole('link', { name: 'Sign in with okra' })).toBeVisible()
    await expectAccessible(visit)
    await visit.getByRole('link', { name: 'Sign in with okra' }).click()
    await expect(visit).toHaveURL('/images?sort=id_ascending')
    await expect(visit.getByRole('heading', { level: 1, name: 'Images' })).toBeVisible()
    expect(idp.requests.at(-1)).toHaveProperty('Signature')
    await visit.goto('/settings/profile')
    await expect(visit.getByText('mara@harbour.test').first()).toBeVisible()
    await expect(visit.getByText('pilots')).toBeVisible()
    await context.clearCookies()
  })

  await test.step('somebody without groups or roles is told why there is nothing to see', async () => {
    idp.person = { nameId: 'new@harbour.test', groups: [] }
    await visit.goto(`/login/${silo}/saml/okra`)
    await visit.getByRole('link', { name: 'Sign in with okra' }).click()
    await expect(visit.getByText('You are not in any groups and have no role on the silo.')).toBeVisible()
    await visit.getByRole('link', { name: 'How sign-in is set up' }).click()
    await expect(visit.getByRole('heading', { name: 'Sign-in with SAML' })).toBeInViewport()
    await context.clearCookies()
  })

  await test.step('somebody whose answer is refused is shown a page that leads back', async () => {
    idp.acsUrl = `${baseURL}/login/${silo}/saml/okra`
    idp.serviceProvider = undefined
    idp.person = { nameId: 'x'.repeat(300), groups: [] }
    await visit.goto(`/login/${silo}/saml/okra`)
    await visit.getByRole('link', { name: 'Sign in with okra' }).click()
    await expect(visit.getByRole('heading', { name: 'Could not sign in' })).toBeVisible()
    await visit.getByRole('link', { name: 'Try again' }).click()
    await expect(visit).toHaveURL(`/login/${silo}/saml/okra`)
  })

  await test.step('an operator makes another provider the default, and deletes the first', async () => {
    const known = await request.get(`/v1/system/identity-providers/saml/okra?silo=${silo}`)
    const metadata = { type: 'base64_encoded_xml', data: Buffer.from(idp.metadata).toString('base64') }
    const data = { ...((await known.json()) as object), name: 'leek', idp_metadata_source: metadata }
    expect((await request.post(`/v1/system/identity-providers/saml?silo=${silo}`, { data })).status()).toBe(201)
    const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
    await page.goto(`/system/silos/${silo}/idps`)
    await choose(page, rowOf('leek'), 'Make default')
    await confirm(page, 'Make default')
    await expect(rowOf('leek')).toContainText('default')
    await visit.goto(`/login/${silo}/saml/okra`)
    await expect(visit.getByRole('link', { name: /^Sign in with / })).toHaveText([
      'Sign in with okra',
      'Sign in with leek',
    ])
    await expectAccessible(visit)
    await choose(page, rowOf('okra'), 'Delete')
    await confirm(page, 'Delete')
    // Behind the question no row is found: the other one is there again once the deletion is done.
    await expect(rowOf('leek')).toBeVisible()
    await expect(rowOf('okra')).toHaveCount(0)
    await visit.reload()
    await expect(visit.getByRole('link', { name: /^Sign in with / })).toHaveText(['Sign in with leek'])
  })
  await context.close()
})

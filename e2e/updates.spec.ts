import type { APIRequestContext } from '@playwright/test'
import { newPublisher, repositoryArchive } from '../control-plane/src/testing/update-repository.ts'
import { holdAnswer } from './answers.ts'
import { choose, get, notifications } from './network.ts'
import { expect, expectAccessible, test } from './test.ts'

// There is one target release, so that two tests at a time would get in each other's way.
test.describe.configure({ mode: 'default' })

/** A version later than all before: the system has one target, which never gets older. */
const newerThanAll = () => `2.${Date.now()}.0`

async function putRepository(request: APIRequestContext, publisher: ReturnType<typeof newPublisher>, version: string) {
  const data = await repositoryArchive(publisher, { systemVersion: version })
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await request.put(`/v1/system/update/repository?file_name=${version}.zip`, { data, headers })
  expect(answer.status(), await answer.text()).toBe(200)
}

async function stateOf(request: APIRequestContext, serial: string): Promise<string> {
  interface Target {
    components: { serial: string; state: string }[]
  }
  const { components } = await get<Target>(request, '/v1/system/update/target-release')
  return components.find((each) => each.serial === serial)!.state
}

test('a trust root is added, a release uploaded, made the target and rolled out', async ({ page }) => {
  const publisher = newPublisher()
  const version = newerThanAll()

  await page.goto('/system/silos')
  await page.getByRole('link', { name: 'Updates' }).click()
  await expect(page).toHaveTitle('Updates / Skerry')
  await page.getByRole('link', { name: 'Trust roots' }).click()
  await page.getByRole('link', { name: 'Add trust root' }).first().click()
  const add = page.getByRole('dialog', { name: 'Add trust root' })
  await add.getByLabel('Root role').fill('{"signed": {}}')
  await add.getByRole('button', { name: 'Add trust root' }).click()
  await expect(add.getByText('Must be signed: it has "signed" and "signatures"')).toBeVisible()
  await add.getByLabel('Root role').fill(JSON.stringify({ ...publisher.rootRole, signatures: [] }))
  await add.getByRole('button', { name: 'Add trust root' }).click()
  await expect(add.getByRole('alert')).toContainText('root was signed by 0/1 keys')
  await expectAccessible(page)
  await add.getByLabel('Root role').fill(JSON.stringify(publisher.rootRole))
  await add.getByRole('button', { name: 'Add trust root' }).click()
  await expect(notifications(page)).toContainText(/Trust root [0-9a-f-]{36} added/)
  const id = /Trust root ([0-9a-f-]{36}) added/.exec((await notifications(page).textContent())!)![1]!
  await page.getByRole('link', { name: id }).click()
  await expect(page.getByRole('dialog', { name: 'Trust root' })).toContainText(/Version1.*Keys4/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()

  await page.getByRole('link', { name: 'Updates' }).first().click()
  const modal = page.getByRole('dialog', { name: 'Upload repository' })
  const send = async (name: string, buffer: Buffer) => {
    await modal.getByLabel('Repository', { exact: true }).setInputFiles({ name, mimeType: 'application/zip', buffer })
    await modal.getByRole('button', { name: 'Upload repository' }).click()
  }
  const upload = async (name: string, buffer: Buffer) => {
    await page.getByRole('button', { name: 'Upload repository' }).click()
    await send(name, buffer)
  }
  await upload('text.zip', Buffer.from('no archive'))
  await expect(modal.getByRole('alert')).toContainText('The file is not a zip archive')
  await send('broken.zip', Buffer.from('PK and no archive'))
  await expect(modal.getByRole('alert')).toContainText('Either not a zip file, or file is truncated')
  await expectAccessible(page)
  await modal.getByRole('button', { name: 'Close' }).last().click()
  const archive = await repositoryArchive(publisher, { systemVersion: version })
  await upload(`${version}.zip`, archive)
  await expect(notifications(page)).toContainText(`Release ${version} uploaded`)
  await upload('again.zip', archive)
  await expect(notifications(page)).toContainText(`Release ${version} was there already, with the same content`)

  const releases = page.getByRole('table', { name: 'Releases' })
  await releases.getByRole('link', { name: version }).click()
  await expect(page).toHaveTitle(`${version} / Updates / Skerry`)
  await expect(page.getByText(`${version}.zip`, { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /sled-image/ })).toContainText(`sled_os${version}`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Set as target release' }).click()
  const question = page.getByRole('alertdialog', { name: 'Set target release' })
  await expect(question).toContainText(`${version} becomes the target release`)
  await question.getByRole('button', { name: 'Set target' }).click()
  await expect(notifications(page)).toContainText(`Release ${version} is the target`)
  await expect(page.getByRole('button', { name: 'Set as target release' })).toHaveAccessibleDescription(
    'This release is the target already',
  )

  await page.getByRole('link', { name: 'Updates' }).first().click()
  const components = page.getByRole('table', { name: 'Components' })
  await expect(components.getByRole('row', { name: /SW000001/ })).toContainText(/Updating|Updated/)
  await expectAccessible(page)
  await expect.poll(() => stateOf(page.request, 'SW000001')).toBe('updated')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(components.getByRole('row', { name: /SW000001/ })).toContainText(`${version}Updated`)
})

test('releases are looked up, and an older one cannot become the target', async ({ page, request }) => {
  const publisher = newPublisher()
  const answer = await request.post('/v1/system/update/trust-roots', { data: publisher.rootRole })
  const { id } = (await answer.json()) as { id: string }
  const stamp = Date.now()
  const [older, newer] = [`1.9.${stamp}`, `2.${stamp}.1`]
  for (const version of [older, newer]) await putRepository(request, publisher, version)
  const target = await request.put('/v1/system/update/target-release', { data: { system_version: newer } })
  expect(target.status()).toBe(201)

  await page.goto('/system/updates')
  const lookUp = async (version: string) => {
    await page.getByLabel('Look up a version').fill(version)
    await page.getByRole('button', { name: 'Look up' }).click()
  }
  await lookUp('1.2')
  await expect(page.getByText('Must be a semantic version, such as 1.2.0')).toBeVisible()
  await lookUp('9.9.9')
  await expect(page.getByText('No release 9.9.9 was uploaded')).toBeVisible()
  await lookUp(older)
  await expect(page.getByRole('heading', { name: older })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set as target release' })).toHaveAccessibleDescription(
    `${older} is older than the present target release ${newer}`,
  )
  await page.goBack()
  const row = page.getByRole('table', { name: 'Releases' }).getByRole('row', { name: older })
  await choose(page, row, 'Remove from this list')
  await expect(row).toHaveCount(0)

  await page.getByRole('link', { name: 'Trust roots' }).click()
  await choose(page, page.getByRole('row', { name: id }), 'Delete')
  await page.getByRole('alertdialog', { name: 'Delete trust root' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(notifications(page)).toContainText(`Trust root ${id} deleted`)
  await page.goto('/system/updates/9.9.9')
  await expect(page.getByText('Page not found')).toBeVisible()
})

test('a release that is found late does not navigate to its page', async ({ page, request }) => {
  const publisher = newPublisher()
  await request.post('/v1/system/update/trust-roots', { data: publisher.rootRole })
  const version = `0.1.${Date.now()}`
  await putRepository(request, publisher, version)

  await page.goto('/system/updates')
  const answer = await holdAnswer(page, `**/v1/system/update/repository/${version}`)
  await page.getByLabel('Look up a version').fill(version)
  await page.getByRole('button', { name: 'Look up' }).click()
  await answer.sent
  await page.getByRole('link', { name: 'Silos', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Silos' })).toBeVisible()
  await answer.release()
  // It is added to the list of releases just before the page would navigate.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('skerry.releases'))).toContain(version)
  await expect(page).toHaveURL('/system/silos')
  await expect(page.getByRole('heading', { name: 'Silos' })).toBeVisible()
})

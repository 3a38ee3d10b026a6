import type { Page } from '@playwright/test'
import { makeInstance, reaches } from './instance.ts'
import { expect, test } from './test.ts'

/** Replaces text as browsers that translate a page do: each text node goes into elements of their own. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) {
      const parent = text.parentElement
      if (!text.data.trim() || !parent || parent.closest('[translate=no], script, style')) continue
      const font = document.createElement('font')
      font.textContent = text.data.split('').toReversed().join('')
      text.replaceWith(document.createElement('font'))
      parent.querySelector(':scope > font:empty')!.append(font)
    }
  })

test('on a translated page names stay, and states follow the instance', async ({ page, request, makeProject }) => {
  const project = await makeProject('weather')
  const { id } = await makeInstance(request, project, { start: true })
  await reaches(request, id, 'running')
  await page.goto(`/projects/${project}/instances`)
  const row = page.getByRole('row', { name: 'db1' })
  await expect(row).toContainText('Running')
  await translate(page)
  await expect(page.getByRole('link', { name: 'sksiD' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText(project)
  const stopped = await request.post(`/v1/instances/${id}/stop`)
  expect(stopped.status(), await stopped.text()).toBe(202)
  await reaches(request, id, 'stopped')
  await page.keyboard.press('r')
  await expect(row).toContainText('Stopped')
  await expect(row).not.toContainText('Running')

  await row.getByRole('link', { name: 'db1' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('db1')
  await expect(page.getByRole('main')).toContainText('Stopped')
  await translate(page)
  await expect(heading).toHaveText('db1')
  expect((await request.post(`/v1/instances/${id}/start`)).status()).toBe(202)
  await reaches(request, id, 'running')
  await page.keyboard.press('r')
  await expect(page.getByRole('main')).toContainText('Running')
  await expect(page.getByRole('main')).not.toContainText('Stopped')
})

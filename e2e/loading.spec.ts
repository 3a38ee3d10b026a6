import type { Page } from '@playwright/test'
import { makeDisk, makeInstance } from './instance.ts'
import { expect, test } from './test.ts'

/** What opens over a page, by the names that console/vite.config.ts gives its files. */
const overlays =
  /\/assets\/(overlays|choosers|panels|menu-popup|tooltip-popup|toasts|confirm-modal|quick-actions)[^/]*\.js/

/** Notes the moment at which the first rows of a table are painted. */
const watchRows = (page: Page) =>
  page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('tr[data-row-id]')) return
      watch.disconnect()
      requestAnimationFrame(() => setTimeout(() => performance.mark('rows')))
    })
    watch.observe(document, { childList: true, subtree: true })
  })

/** Holds the code of overlays until it is let go. */
async function holdOverlays(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(overlays, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('the code of menus and dialogs comes after the rows', async ({ page, request, makeProject }) => {
  const project = await makeProject()
  await makeInstance(request, project, { name: 'db', disks: [] })
  await makeDisk(request, project, 'data')
  await watchRows(page)
  for (const path of ['/projects', `/projects/${project}/instances`, `/projects/${project}/disks`]) {
    await test.step(path, async () => {
      const fetched = page.waitForResponse(overlays)
      await page.goto(path)
      await fetched
      const { rows, starts } = await page.evaluate(() => ({
        rows: performance.getEntriesByName('rows')[0]?.startTime,
        starts: performance.getEntriesByType('resource').map(({ name, startTime }) => [name, startTime] as const),
      }))
      const early = starts.filter(([name, start]) => overlays.test(name) && !(start > (rows ?? Infinity)))
      expect(early).toEqual([])
    })
  }
})

test('a menu asked for before its code is there opens with the keyboard in it', async ({ page, makeProject }) => {
  const project = await makeProject()
  const letGo = await holdOverlays(page)
  await page.goto('/projects')
  const button = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: project }) })
    .getByRole('button', { name: 'Row actions' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toHaveCount(0)
  letGo()
  await expect(page.getByRole('menu', { name: 'Row actions' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('quick actions asked for before their code is there open with the cursor in their field', async ({ page }) => {
  const letGo = await holdOverlays(page)
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Jump to' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  letGo()
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Jump to' })).toBeFocused()
})

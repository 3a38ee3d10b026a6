import type { Locator, Page } from '@playwright/test'
import { expect, test } from './gallery.ts'

/** The look of an element without pointer and focus. */
async function look(page: Page, thing: Locator): Promise<string> {
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  return (await thing.screenshot()).toString('base64')
}

test('in forced colours every state looks different from its opposite', async ({ page, gallery }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.goto(`${gallery}?panel`)
  await test.step('switches and cards', async () => {
    const toggle = page.getByRole('switch', { name: 'Start instance' })
    const card = page.locator('.choice-card', { hasText: 'Snapshot' })
    for (const [control, shown] of [
      [toggle, toggle],
      [page.getByRole('radio', { name: 'Snapshot' }), card],
    ] as const) {
      const before = await look(page, shown)
      await control.press('Space')
      expect(await look(page, shown)).not.toBe(before)
    }
  })

  await page.goto(gallery)
  await test.step('a box', async () => {
    const box = page.getByRole('checkbox', { name: 'Select all rows' })
    const off = await look(page, box)
    await box.check()
    expect(await look(page, box)).not.toBe(off)
    await box.uncheck()
  })

  await test.step('a selected row', async () => {
    const row = page.getByRole('row', { name: /api-1/ })
    // Not its box, which looks ticked by itself.
    const name = row.getByRole('cell').nth(2)
    const off = await look(page, name)
    await row.getByRole('checkbox').check()
    expect(await look(page, name)).not.toBe(off)
    await row.getByRole('checkbox').uncheck()
  })

  await test.step('a pressed chip, and the current tab', async () => {
    const chip = page.getByRole('group', { name: 'State' }).getByRole('button', { name: /^Stopped/ })
    const off = await look(page, chip)
    await chip.click()
    expect(await look(page, chip)).not.toBe(off)
    await chip.click()
    const underline = (name: string) =>
      page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).borderBottomColor)
    expect(await underline('Storage')).not.toBe(await underline('Networking'))
  })

  await test.step('the item of a menu that the keys are at', async () => {
    await page.getByRole('button', { name: 'Page menu' }).press('Enter')
    const items = page.getByRole('menuitem')
    const backgroundOf = (item: Locator) => item.evaluate((element) => getComputedStyle(element).backgroundColor)
    const [settings, reboot] = [items.filter({ hasText: 'Settings' }), items.filter({ hasText: 'Reboot' })]
    await settings.hover()
    await expect(settings).toHaveAttribute('data-highlighted')
    expect(await backgroundOf(settings)).not.toBe(await backgroundOf(reboot))
    await page.keyboard.press('Escape')
  })

  await test.step('the marks of states, and the bars of meters', async () => {
    const marks = page.locator('main .tone-mark')
    const looks: string[] = []
    for (const tone of ['ok', 'busy', 'bad', 'idle']) {
      const mark = marks.and(page.locator(`[data-tone=${tone}]`)).first()
      looks.push(await look(page, mark))
      await mark.evaluate((element) => (element.style.opacity = '0'))
      looks.push(await look(page, mark))
      await mark.evaluate((element) => (element.style.opacity = ''))
      expect(looks.at(-1), tone).not.toBe(looks.at(-2))
    }
    const shown = looks.filter((_, at) => at % 2 === 0)
    expect(new Set(shown).size).toBe(shown.length)
    const meter = page.getByRole('meter')
    const half = await look(page, meter)
    await meter.locator('> *').evaluate((bar) => (bar.style.width = '0'))
    expect(await look(page, meter)).not.toBe(half)
  })
})

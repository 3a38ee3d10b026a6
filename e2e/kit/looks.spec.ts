import { findViolations } from '../axe.ts'
import { expect, test } from './gallery.ts'

for (const width of [1440, 390])
  test(`every part is accessible and fits at ${width} px, in both themes`, async ({ page, gallery }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const theme of ['dark', 'light'])
      for (const open of ['', '&panel']) {
        await page.goto(`${gallery}?theme=${theme}${open}`)
        await (open ? page.getByRole('dialog') : page.getByRole('heading', { name: 'postgres-primary' })).waitFor()
        // The second theme differs only in colours.
        expect(await findViolations(page, theme === 'dark' ? undefined : ['color-contrast'])).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
  })

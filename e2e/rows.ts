import type { Page } from '@playwright/test'

/**
 * Records which rows of the page's tables are rendered from now on: React gives the element of a row new properties
 * each time. @returns how many of those that are still there were
 */
export async function watchRows(page: Page): Promise<() => Promise<number>> {
  const before = await page.evaluateHandle(() => {
    const propsOf = (row: Element) => {
      const key = Object.keys(row).find((each) => each.startsWith('__reactProps$'))
      if (!key) throw new Error('React keeps the properties of an element elsewhere by now')
      return (row as unknown as Record<string, unknown>)[key]
    }
    const rows = [...document.querySelectorAll('tbody tr:is([data-row-id], [data-index])')]
    if (rows.length === 0) throw new Error('There are no rows')
    const props = rows.map((row) => [row, propsOf(row)] as const)
    return () => props.filter(([row, own]) => row.isConnected && propsOf(row) !== own).length
  })
  return () => before.evaluate((count) => count())
}

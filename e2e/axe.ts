import type { Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/**
 * What axe finds on the page: each rule that is broken, with the elements that break it. Without `rules`, all of them.
 * Pages have no frames, so axe is put into a document once and runs there.
 */
export async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (values) =>
      window.axe!.run({
        resultTypes: ['violations'],
        elementRef: false,
        ...(values && { runOnly: { type: 'rule', values } }),
      }),
    rules,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** Half as long as what the package exports, and it goes to the browser for each document. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Bar and sidebar. */
export const frame = ['.app-frame > header', '.app-frame > :has(> nav)']

/**
 * axe's violations on the page: each rule with its elements. Without `rules` it checks all rules. Pages have no frames,
 * so axe is injected once per document.
 *
 * @param exclude selectors of what is not checked
 */
export async function findViolations(page: Page, rules?: string[], exclude: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source)
  const { violations } = await page.evaluate(
    ({ values, excluded }) =>
      window.axe!.run(
        { exclude: excluded },
        {
          resultTypes: ['violations'],
          elementRef: false,
          ...(values && { runOnly: { type: 'rule', values } }),
        },
      ),
    // An open tooltip describes the focused element and is in no landmark.
    { values: rules, excluded: ['[data-base-ui-portal]:has([role=tooltip])', ...exclude] },
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
}

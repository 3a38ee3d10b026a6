import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

interface Checked {
  values: string[] | undefined
  excluded: string[]
}

/** A page of whatever drives the browser. */
interface Evaluating {
  evaluate: {
    (script: () => boolean): Promise<boolean>
    (script: string): Promise<unknown>
    (script: (checked: Checked) => Promise<axe.AxeResults>, checked: Checked): Promise<axe.AxeResults>
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
export async function findViolations(
  page: Evaluating,
  rules?: string[],
  exclude: readonly string[] = [],
): Promise<string[]> {
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

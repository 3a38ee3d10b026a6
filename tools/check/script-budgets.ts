import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildConsole } from '../lib/build-console.ts'
import type { FirstRequests } from '../lib/first-requests.ts'

/** What the pages of a kind may load before they are usable. */
export interface Budget {
  pages: string
  /** Their URLs. A page has the first budget with its URL. */
  urls: RegExp
  scripts: number
  /** Kilobytes of all scripts, gzipped. */
  kb: number
}

/** Kilobytes of the style sheets, gzipped. */
const MAX_STYLE_KB = 22

const budgets: readonly Budget[] = [
  {
    pages: 'lists of a project',
    urls: /^\/projects(\/\$project\/(instances|disks|snapshots|vpcs))?$/,
    scripts: 6,
    kb: 171,
  },
  { pages: 'the form for an instance', urls: /\/instances-new$/, scripts: 10, kb: 210.5 },
  { pages: 'consoles', urls: /-console$/, scripts: 10, kb: 316 },
  { pages: 'forms', urls: /(-new|-add|-fetch|\/(edit|delete|settings|auth-settings))$/, scripts: 16, kb: 274 },
  { pages: 'sign-in', urls: /^\/(login|device)\//, scripts: 10, kb: 251 },
  {
    pages: 'pages with an editor, a chart or a panel',
    urls: /\/((history|utilization|updates|alert-classes|audit-log|deliveries|routes|secrets|subscriptions|allow-list|inbound-icmp)|\$(snapshot|certificate|receiver|gateway|role|user|trustRoot|provider|entry))$/,
    scripts: 13,
    kb: 272,
  },
  { pages: 'pages of the system', urls: /^\/system/, scripts: 11, kb: 196.5 },
  { pages: 'pages', urls: /^\//, scripts: 13, kb: 202 },
]

/**
 * The budgets that a build exceeds, each with the page that exceeds it most, and pages without one.
 * @param folder with its `index.html`, `assets` and list of first requests
 */
export function budgetProblems(folder: string, given: readonly Budget[] = budgets): string[] {
  const assets = join(folder, 'assets')
  const names = readdirSync(assets)
  const kb = (name: string) => statSync(join(assets, names.includes(`${name}.gz`) ? `${name}.gz` : name)).size / 1000
  const sum = (files: readonly string[]) => files.reduce((total, file) => total + kb(file), 0)
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const always = [...html.matchAll(/(?:src|href)="[^"]*\/([^"/]+\.js)"/g)].map(([, file]) => file!)
  const first = JSON.parse(readFileSync(join(folder, '.first-requests.json'), 'utf8')) as FirstRequests[]

  const pages = first.map(({ url, scripts }) => {
    const files = [...always, ...scripts.map((script) => script.slice('assets/'.length))]
    return { url, scripts: files.length, kb: sum(files), budget: given.find(({ urls }) => urls.test(url)) }
  })
  const problems = given.flatMap((budget) => {
    const own = pages.filter((page) => page.budget === budget).toSorted((a, b) => b.kb - a.kb)
    const over = own.find((page) => page.kb > budget.kb || page.scripts > budget.scripts)
    if (own.length === 0) return [`${budget.pages}: the build has none`]
    return over
      ? [
          `${budget.pages}: ${over.url} has ${over.scripts} scripts of ${over.kb.toFixed(1)} kB (at most ${budget.scripts}, and ${budget.kb} kB)`,
        ]
      : []
  })
  const without = pages.filter(({ budget }) => !budget).map(({ url }) => `${url} has no budget`)
  const styles = sum(names.filter((name) => name.endsWith('.css')))
  return [
    ...problems,
    ...without,
    ...(styles > MAX_STYLE_KB ? [`the style sheets: ${styles.toFixed(1)} kB (at most ${MAX_STYLE_KB})`] : []),
  ]
}

/** The same of the present console, which is built if it changed. */
export async function consoleBudgetProblems(root: string): Promise<string[]> {
  await buildConsole(() => {})
  return budgetProblems(join(root, 'console', 'dist'))
}

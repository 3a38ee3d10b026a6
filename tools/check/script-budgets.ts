import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildConsole } from '../lib/build-console.ts'

/** The scripts that a page needs to be usable. */
export interface PageBudget {
  page: string
  /** The files of its own code, without their hashes. */
  files: readonly string[]
  /** Kilobytes of all its scripts, gzipped. */
  mostKb: number
}

const MAX_SCRIPTS = 12
/** Kilobytes of the style sheet, gzipped. */
const MAX_STYLE_KB = 22

const pageBudgets: readonly PageBudget[] = [
  { page: 'projects', files: ['projects-page'], mostKb: 163.5 },
  { page: 'instances', files: ['instances-page'], mostKb: 166.5 },
  { page: 'disks', files: ['disks-page'], mostKb: 166.5 },
  { page: 'an overview', files: ['project-overview-page'], mostKb: 168 },
  { page: 'an instance', files: ['instance-page', 'storage-tab'], mostKb: 172 },
  { page: 'firewall rules', files: ['vpc-area', 'firewall-rules-tab'], mostKb: 204 },
  { page: 'the form for an instance', files: ['instance-create'], mostKb: 209 },
  { page: 'silos', files: ['system-area', 'silos-page'], mostKb: 185.5 },
]

/** What a build exceeds. @param folder with its `index.html` and `assets` */
export function budgetProblems(folder: string, budgets: readonly PageBudget[] = pageBudgets): string[] {
  const assets = join(folder, 'assets')
  const names = readdirSync(assets)
  const kb = (name: string) => statSync(join(assets, names.includes(`${name}.gz`) ? `${name}.gz` : name)).size / 1000
  const named = (start: string) =>
    names.find((name) => name.startsWith(`${start}-`) && name.length === start.length + '-12345678.js'.length)
  const entries = [...readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/(?:src|href)="[^"]*\/([^"/]+\.js)"/g)]

  const scriptsOf = (files: readonly string[]): Set<string> => {
    const found = new Set<string>()
    const waiting = [...files]
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (found.has(file)) continue
      found.add(file)
      const text = readFileSync(join(assets, file), 'utf8')
      for (const [, imported] of text.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g))
        waiting.push(imported!)
    }
    return found
  }
  const problems = budgets.flatMap(({ page, files, mostKb }) => {
    const own = files.map(named)
    if (own.includes(undefined)) return [`${page}: the build has no ${files[own.indexOf(undefined)]}-*.js`]
    const scripts = scriptsOf([...entries.map(([, file]) => file!), ...(own as string[])])
    const size = [...scripts].reduce((sum, file) => sum + kb(file), 0)
    const exceeds = size > mostKb || scripts.size > MAX_SCRIPTS
    return exceeds
      ? [`${page}: ${scripts.size} scripts of ${size.toFixed(1)} kB (at most ${MAX_SCRIPTS}, and ${mostKb} kB)`]
      : []
  })
  const styles = names.filter((name) => name.endsWith('.css')).reduce((sum, name) => sum + kb(name), 0)
  return styles > MAX_STYLE_KB
    ? [...problems, `the style sheets: ${styles.toFixed(1)} kB (at most ${MAX_STYLE_KB})`]
    : problems
}

/** The same of the present console, which is built if it changed. */
export async function consoleBudgetProblems(root: string): Promise<string[]> {
  await buildConsole(() => {})
  return budgetProblems(join(root, 'console', 'dist'))
}

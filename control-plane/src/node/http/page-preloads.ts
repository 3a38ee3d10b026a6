import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a URL of the console asks for first, as the build lists it: `tools/lib/first-requests.ts` describes it. */
interface FirstRequests {
  url: string
  scripts: string[]
  reads: string[]
}

/**
 * Names what a page of the console will ask for, for its `Link` header: the browser asks at once, not when code that it
 * has to fetch first does.
 * @param folder of the build
 * @returns the header of a URL, with reads where the browser is signed in; undefined where there is nothing to name
 */
export function pagePreloads(folder: string): (url: URL, isSignedIn: boolean) => string | undefined {
  const file = join(folder, '.first-requests.json')
  const pages = (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FirstRequests[]) : [])
    // Backwards, words come before the parameters that would match them as well.
    .toSorted((a, b) => (a.url < b.url ? 1 : -1))
    .map((page) => ({ ...page, pattern: page.url.split('/') }))
  return ({ pathname, search }, isSignedIn) => {
    const segments = pathname.split('/')
    const page = pages.find(
      ({ pattern }) =>
        pattern.length === segments.length &&
        pattern.every((word, index) => word.startsWith('$') || word === segments[index]),
    )
    if (!page) return undefined
    const scripts = page.scripts.map((script) => `</${script}>; rel=modulepreload; crossorigin`)
    const parameters = new Map(page.pattern.map((word, index) => [word, segments[index]!]))
    // A search may change what lists read.
    const reads = isSignedIn && search === '' ? page.reads.flatMap((read) => filled(read, parameters)) : []
    return [...scripts, ...reads.map((read) => `<${read}>; rel=preload; as=fetch; crossorigin`)].join(', ') || undefined
  }
}

/** Names and ids. The console may write others in another way than the address does. */
const plain = /^[\w-]+$/

const filled = (read: string, parameters: ReadonlyMap<string, string>): string[] =>
  (read.match(/\$\w+/g) ?? []).every((name) => plain.test(parameters.get(name) ?? ''))
    ? [read.replaceAll(/\$\w+/g, (name) => parameters.get(name)!)]
    : []

import { tabStorage } from './browser-storage.ts'
import { createStore } from './store.ts'

/** Code of the console that could not be fetched: there is no connection, or it is no longer on the server. */
export class CodeUnavailable extends Error {
  override name = 'CodeUnavailable'

  constructor(cause: unknown) {
    super('This part of the console could not be loaded', { cause })
  }
}

const storageKey = 'skerry.reloaded-from'

/**
 * Whether the code of this page is still to be had: `replaced` by an upgrade of the server, while somebody wants to keep
 * the page as it is; `missing` although the page was reloaded.
 */
export const codeState = createStore<'there' | 'replaced' | 'missing'>('there')

/** The name of this page's first script, which differs in every build. */
const ownBuild = () => document.querySelector('script[type=module][src]')?.getAttribute('src')

/** Whether the server answers with a page of another build: an upgrade removed the files of this one. */
async function isReplaced(build: string): Promise<boolean> {
  try {
    const page = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-store' })
    return page.ok && !(await page.text()).includes(build)
  } catch {
    return false
  }
}

/** Reloads once for each build. The browser asks first where something would be lost: the page then may stay. */
function reload(build: string): void {
  const from = tabStorage.read(storageKey)
  // A tab that keeps nothing would reload for ever.
  if (from === build || !tabStorage.write(storageKey, from ?? '')) return codeState.set('missing')
  if (codeState.get() !== 'there') return
  codeState.set('replaced')
  addEventListener('pagehide', () => tabStorage.write(storageKey, build), { once: true })
  location.reload()
}

/** Files that could not be fetched, which browsers remember: from then on `import()` fails without asking for them. */
const failed = new Map<string, number>()

/** Asks for a file that failed before under another name. Throws the error where it is the first of its file. */
function fetchAgain<T>(error: unknown): Promise<T> {
  const url = error instanceof Error ? /https?:\/\/\S+\.js/.exec(error.message)?.[0] : undefined
  if (!url) throw error
  const tries = failed.get(url) ?? 0
  failed.set(url, tries + 1)
  if (tries === 0) throw error
  return import(/* @vite-ignore */ `${url}?again=${tries}`) as Promise<T>
}

/** Fetches code by `import()`: `load` answers the module. Where an upgrade removed the file, the page is reloaded. */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load().catch(fetchAgain<T>)
  } catch (error) {
    const build = ownBuild()
    if (build && (await isReplaced(build))) reload(build)
    throw new CodeUnavailable(error)
  }
}

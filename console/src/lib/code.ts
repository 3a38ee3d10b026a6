import { tabStorage } from './browser-storage.ts'
import { createStore } from './store.ts'

/** Code that could not be loaded: there is no connection, or the server no longer has it. */
export class CodeUnavailable extends Error {
  override name = 'CodeUnavailable'

  constructor(cause: unknown) {
    const late = cause instanceof Late ? ' in time. Reload the page to try again' : ''
    super(`This part of the console could not be loaded${late}`, { cause })
  }
}

class Late extends Error {}

/** As long as reads wait. A browser waits for minutes on a connection that died without a word. */
const ANSWER_MS = 20_000

/** @throws Late when the work takes longer than an answer may take */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Late()), ANSWER_MS)
    work.finally(() => clearTimeout(timer)).then(resolve, reject)
  })
}

/** Two minutes for a connection that died while others are answered. */
const MAX_WAITS = 6

/**
 * Waits for code for as long as the server answers meanwhile: a slow connection may take minutes for a large file.
 * @throws Late
 */
async function whileAnswered<T>(work: Promise<T>): Promise<T> {
  for (let wait = 1; ; wait++) {
    try {
      return await inTime(work)
    } catch (error) {
      if (!(error instanceof Late) || wait === MAX_WAITS || !(await isAnswered())) throw error
    }
  }
}

async function isAnswered(): Promise<boolean> {
  try {
    await inTime(fetch(location.href, { method: 'HEAD', cache: 'no-store' }))
    return true
  } catch {
    return false
  }
}

const storageKey = 'skerry.reloaded-from'

/**
 * Whether this page's code is still available: `replaced` by an upgrade of the server while the user keeps the page,
 * or `missing` although the page was reloaded.
 */
export const codeState = createStore<'there' | 'replaced' | 'missing'>('there')

/** The name of this page's first script, which differs in every build. */
const ownBuild = () => document.querySelector('script[type=module][src]')?.getAttribute('src')

/** Whether the server answers with a page of another build: an upgrade removed the files of this one. */
async function isReplaced(build: string): Promise<boolean> {
  try {
    const page = await inTime(fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-store' }))
    return page.ok && !(await inTime(page.text())).includes(build)
  } catch {
    return false
  }
}

/** Reloads once for each build. The browser asks first where something would be lost: the page then may stay. */
function reload(build: string): void {
  const from = tabStorage.read(storageKey)
  // Without storage a tab would reload for ever.
  if (from === build || !tabStorage.write(storageKey, from ?? '')) return codeState.set('missing')
  if (codeState.get() !== 'there') return
  codeState.set('replaced')
  addEventListener('pagehide', () => tabStorage.write(storageKey, build), { once: true })
  location.reload()
}

/** Files that could not be loaded. Browsers remember them: `import()` then fails without a request. */
const failed = new Map<string, number>()

/** Requests a file that failed before under another name. Throws the error on the first failure of a file. */
function fetchAgain<T>(error: unknown): Promise<T> {
  const url = error instanceof Error ? /https?:\/\/\S+\.js/.exec(error.message)?.[0] : undefined
  if (!url) throw error
  const tries = failed.get(url) ?? 0
  failed.set(url, tries + 1)
  if (tries === 0) throw error
  return import(/* @vite-ignore */ `${url}?again=${tries}`) as Promise<T>
}

/** Not what comes too late: its request is still open, and the same one would be joined. */
function onceMore<T>(error: unknown, load: () => Promise<T>): Promise<T> {
  if (error instanceof Late) throw error
  return load()
}

/**
 * Loads code by `import()`, once more if that fails: browsers give up all requests when the network changes. Where an
 * upgrade removed the file, the page is reloaded.
 */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    const attempt = (begin: () => Promise<T>) => whileAnswered(begin())
    return await attempt(load)
      .catch((error: unknown) => onceMore(error, () => attempt(load)))
      .catch((error: unknown) => onceMore(error, () => attempt(() => fetchAgain<T>(error))))
  } catch (error) {
    const build = ownBuild()
    if (build && !(error instanceof Late) && (await isReplaced(build))) reload(build)
    throw new CodeUnavailable(error)
  }
}

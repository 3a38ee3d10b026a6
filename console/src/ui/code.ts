/** Code of the console that could not be fetched: there is no connection, or it is no longer on the server. */
export class CodeUnavailable extends Error {
  override name = 'CodeUnavailable'

  constructor(cause: unknown) {
    super('This part of the console could not be loaded', { cause })
  }
}

const storageKey = 'skerry.reloaded-from'

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

/**
 * Fetches code by `import()`. Where an upgrade of the server removed it, the page is reloaded, once for each build;
 * the browser asks first where a form would be lost.
 */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const build = ownBuild()
    if (build && sessionStorage.getItem(storageKey) !== build && (await isReplaced(build))) {
      sessionStorage.setItem(storageKey, build)
      location.reload()
    }
    throw new CodeUnavailable(error)
  }
}

import type { Browser, Page } from '@playwright/test'

/** A measured page, and a stop of the tour. */
export interface Stop {
  name: string
  path: string
  /** Exists once the page is usable. */
  ready: string
  /** The same for the bare page, if it differs. */
  bareReady?: string
  /** Its limits, as ratios to the bare page. */
  mostTime: number
  mostBytes: number
}

/** One of the two compared sides. */
export interface Side {
  base: string
  readyOf: (stop: Stop) => string
}

export interface Load {
  ms: number
  /** Scripts until the page is usable, and their transferred bytes. */
  scripts: number
  bytes: number
  /** The same once the network is idle. */
  allScripts: number
  allBytes: number
  /** API requests until the network is idle. */
  requests: number
  /** All requests until then, and what they transferred. */
  visit: { requests: number; bytes: number }
  /** Bytes of JavaScript's heap then, after a collection. */
  heap: number
  /** Cumulative layout shift. */
  shift: number
}

/** A page of a new browser that has only signed in. */
export async function freshPage(browser: Browser, { base }: Side, cookie: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: base, viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: base }])
  return context.newPage()
}

/** Opens a page by its address. */
export async function firstLoad(page: Page, side: Side, stop: Stop): Promise<Load> {
  await page.addInitScript((ready) => {
    const shown = globalThis as { shift?: number }
    shown.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shown.shift! += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    const watch = new MutationObserver(() => {
      if (!document.querySelector(ready)) return
      watch.disconnect()
      requestAnimationFrame(() => setTimeout(() => performance.mark('painted')))
    })
    watch.observe(document, { childList: true, subtree: true })
  }, side.readyOf(stop))
  await page.goto(stop.path)
  await page.waitForFunction(() => performance.getEntriesByName('painted').length > 0)
  await page.waitForLoadState('networkidle')
  const heap = await heapOf(page)
  const loaded = await page.evaluate(() => {
    const ms = performance.getEntriesByName('painted')[0]!.startTime
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const documents = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const all = resources.filter(({ name }) => name.endsWith('.js'))
    const first = all.filter(({ startTime }) => startTime < ms)
    const sizeOf = (files: typeof all) => files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    return {
      ms,
      scripts: first.length,
      bytes: sizeOf(first),
      allScripts: all.length,
      allBytes: sizeOf(all),
      requests: resources.filter(({ name }) => new URL(name).pathname.startsWith('/v1/')).length,
      visit: { requests: resources.length + 1, bytes: sizeOf([...resources, ...documents]) },
      shift: (globalThis as { shift?: number }).shift ?? 0,
    }
  })
  return { ...loaded, heap }
}

/** Bytes that JavaScript holds after a collection. */
async function heapOf(page: Page): Promise<number> {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('HeapProfiler.collectGarbage')
  const { usedSize } = await protocol.send('Runtime.getHeapUsage')
  await protocol.detach()
  return usedSize
}

/** Milliseconds from following a link to the painted page, over all links of a tour, each once the network is idle. */
export async function goRound(page: Page, side: Side, tour: readonly Stop[]): Promise<number> {
  let sum = 0
  for (const stop of tour) {
    await page.waitForLoadState('networkidle')
    sum += await page.evaluate(
      ([path, ready]) =>
        new Promise<number>((resolve, reject) => {
          const link = document.querySelector<HTMLAnchorElement>(`a[href="${path}"]`)
          if (!link) return reject(new Error(`no link to ${path} on ${location.pathname}`))
          const start = performance.now()
          const look = () => {
            if (location.pathname === path && document.querySelector(ready))
              setTimeout(() => resolve(performance.now() - start))
            else requestAnimationFrame(look)
          }
          link.click()
          requestAnimationFrame(look)
        }),
      [stop.path, side.readyOf(stop)] as const,
    )
  }
  return sum
}

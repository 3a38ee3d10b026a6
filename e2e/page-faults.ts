import type { Page } from '@playwright/test'
import { settle, type Waiting } from './settle.ts'

/** A page of whatever drives the browser. */
interface Evaluating extends Waiting {
  evaluate: {
    (script: () => string[]): Promise<string[]>
    (script: (url: string) => void, url: string): Promise<unknown>
  }
}

interface Walked {
  /** The router sets it for its developer tools. */
  __TSR_ROUTER__: { state: { status: string; resolvedLocation?: { pathname: string } } }
  /** The title of the page before. */
  titleBefore: Element | null
}
declare const window: Window & Walked

/** What a user may not see or do is refused, and the page shows that. */
export const isRefusal = (message: string): boolean =>
  /status of 40[34] |statusCode: 40[34]|\w: (Not found|Action not authorized)/.test(message)

/** Collects what goes wrong in its documents from the next on: what is uncaught, reported, or against their policy. */
export async function listenForErrors(page: Page): Promise<() => string[]> {
  let errors: string[] = []
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) =>
      console.error(`violates ${violatedDirective}: ${sourceFile}`),
    ),
  )
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message.text())) errors.push(message.text())
  })
  return () => {
    const collected = errors
    errors = []
    return collected
  }
}

/** Goes to a page or panel as a link would. @returns once it is shown */
export async function go(page: Evaluating, path: string): Promise<void> {
  await page.evaluate((url) => {
    window.titleBefore = document.querySelector('main h1')
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    history.pushState({}, '', url)
  }, path)
  await page.waitForFunction(() => {
    const { status, resolvedLocation } = window.__TSR_ROUTER__.state
    return status === 'idle' && resolvedLocation?.pathname === location.pathname
  })
  await settle(page)
}

/** Goes to a page or panel of the frame as a link would. @returns once it is shown, with the focus where it belongs */
export async function goAndSettle(page: Evaluating, path: string): Promise<void> {
  await go(page, path)
  // A title that is still there is that of the same page, with another tab or panel.
  await page.waitForFunction(() => {
    const title = document.querySelector('main h1')
    return title === window.titleBefore || document.activeElement !== document.body
  })
}

/** What is wrong with the structure of the page: its title and where the focus is after a change of page. */
export const structureFaults = (page: Evaluating): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = []
    const titles = document.querySelectorAll('h1')
    const title = titles[0]?.textContent ?? ''
    if (titles.length !== 1) faults.push(`${titles.length} titles`)
    const words = title.toLowerCase().split(' ')
    const inWindow = document.title.toLowerCase()
    if (!words.some((word) => inWindow.includes(word)) || !inWindow.endsWith(' / skerry'))
      faults.push(`the window's title of "${title}" is "${document.title}"`)
    const isNewPage = titles[0] !== window.titleBefore
    const focused = document.activeElement
    if (isNewPage && focused !== titles[0] && !focused?.closest('[role=dialog], form, .xterm'))
      faults.push(`the focus is at ${focused?.outerHTML.slice(0, 200)}`)
    return faults
  })

/** What does not fit the window: only tables, tabs, code and diagrams may scroll sideways, in their own boxes. */
export const overflowFaults = (page: Evaluating): Promise<string[]> =>
  page.evaluate(() => {
    const nameOf = (element: Element) => element.outerHTML.slice(0, 160)
    // On a phone rows are cards, and their sort buttons alone scroll.
    const table = innerWidth < 640 ? 'thead tr' : ':has(> table)'
    const mayScroll = `[role=tablist], pre, code, textarea, input, .xterm, ${table}, :has(> div > div > svg)`
    const scrollers = new Set<Element>()
    const faults: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} px wide`)
    for (const element of document.querySelectorAll('body *')) {
      const { overflowX } = getComputedStyle(element)
      if (!/auto|scroll/.test(overflowX)) continue
      scrollers.add(element)
      if (element.scrollWidth > element.clientWidth + 1 && !element.matches(mayScroll))
        faults.push(`scrolls sideways: ${nameOf(element)}`)
    }
    // What is cut off at the edge of the page, which does not scroll sideways.
    const isCut = (element: Element) => {
      const { left, right, width, height } = element.getBoundingClientRect()
      if (width <= 1 || height <= 1 || (left >= -1 && right <= innerWidth + 1)) return false
      for (let at = element.parentElement; at; at = at.parentElement)
        if (at.matches(mayScroll) && scrollers.has(at)) return false
      return true
    }
    for (const element of document.querySelectorAll(
      'main :is(a, button, input, h1, h2, p, td, dd, svg), [role=dialog] *',
    ))
      if (isCut(element)) faults.push(`beyond the window: ${nameOf(element)}`)
    return faults.slice(0, 5)
  })

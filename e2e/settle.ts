/** A page of whatever drives the browser. */
export interface Waiting {
  waitForFunction: (script: () => unknown) => Promise<unknown>
}

/** Waits until what is in view shows what it has: no skeleton, no spinner, nothing announced as busy. */
export const settle = (page: Waiting): Promise<unknown> =>
  page.waitForFunction(() => {
    const busy = document.querySelectorAll('[aria-busy=true], .h-3.animate-breathe, .animate-turn.border-current')
    // Rows further down are read when they come into view.
    const isInView = (element: Element) => element.getBoundingClientRect().top < innerHeight
    return document.querySelector('h1, [role=dialog] h2') && ![...busy].some(isInView)
  })

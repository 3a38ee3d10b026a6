import { useHotkey } from '~/lib/hotkeys.ts'

const rowsOnPage = () => [...document.querySelectorAll<HTMLElement>('tr[data-row-id]')]
const currentRow = () => document.activeElement?.closest<HTMLElement>('tr[data-row-id]') ?? null

function moveBy(by: 1 | -1) {
  const rows = rowsOnPage()
  const now = currentRow()
  const next = now ? rows[rows.indexOf(now) + by] : rows[by > 0 ? 0 : rows.length - 1]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

const press = (selector: string, range = false) =>
  currentRow()
    ?.querySelector(selector)
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: range }))

/** j and k through the rows of all tables on the page; Enter, x, shift+x and . act on the row that has focus. */
export function useRowKeys(): void {
  useHotkey('j', () => moveBy(1))
  useHotkey('k', () => moveBy(-1))
  useHotkey('Enter', () => press('td a'))
  useHotkey('x', () => press('input[type=checkbox]'))
  useHotkey('shift+x', () => press('input[type=checkbox]', true))
  useHotkey('.', () => press('[data-row-menu]'))
}

import { browserStorage } from './browser-storage.ts'
import { createStore, useStore } from './store.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'
export type Theme = 'light' | 'dark'

// The inline script of index.html reads the same key before first paint.
const key = 'skerry.theme'
const systemIsLight = matchMedia('(prefers-color-scheme: light)')

const readChoice = (): ThemeChoice => {
  const stored = browserStorage.read(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}
const resolve = (choice: ThemeChoice): Theme =>
  choice === 'system' ? (systemIsLight.matches ? 'light' : 'dark') : choice

const choice = createStore(readChoice())
const theme = createStore(resolve(choice.get()))

const apply = () => {
  theme.set(resolve(choice.get()))
  document.documentElement.dataset.theme = theme.get()
}
systemIsLight.addEventListener('change', apply)
addEventListener('storage', (event) => {
  if (event.key === key) {
    choice.set(readChoice())
    apply()
  }
})

/** Keeps the choice for every later page and recolours this one at once. */
export function setTheme(next: ThemeChoice): void {
  browserStorage.write(key, next === 'system' ? null : next)
  choice.set(next)
  apply()
}

export const useThemeChoice = (): ThemeChoice => useStore(choice)
/** The theme on screen; charts and terminals redraw when it changes. */
export const useTheme = (): Theme => useStore(theme)

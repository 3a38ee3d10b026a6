import { createStore } from './store.ts'

/** The texts for screen readers that are on the page now. */
export const announcements = createStore<readonly { id: number; text: string }[]>([])
let lastId = 0

/** Announces the text to screen readers; it leaves the page after 7000 ms. */
export function announce(text: string): void {
  const id = ++lastId
  announcements.set((now) => [...now, { id, text }])
  setTimeout(() => announcements.set((now) => now.filter((message) => message.id !== id)), 7000)
}

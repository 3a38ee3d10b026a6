import { createStore, useStore } from './store.ts'

const messages = createStore<readonly { id: number; text: string }[]>([])
let lastId = 0

/** Announces the text to screen readers; it leaves the page after 7000 ms. */
export function announce(text: string): void {
  const id = ++lastId
  messages.set((now) => [...now, { id, text }])
  setTimeout(() => messages.set((now) => now.filter((message) => message.id !== id)), 7000)
}

/** The live region of `announce`; mounted once, beside the app. */
export function Announcer() {
  const now = useStore(messages)
  return (
    <div className="sr-only" role="status" aria-live="polite" aria-relevant="additions">
      {now.map((message) => (
        <p key={message.id}>{message.text}</p>
      ))}
    </div>
  )
}

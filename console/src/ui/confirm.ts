import type { ReactNode } from 'react'
import { createStore } from './store.ts'

export interface ConfirmOptions {
  /** `Delete disk`. */
  title: string
  /** Names the thing in bold and says what follows. */
  body: ReactNode
  /** What Confirm runs. A rejection keeps the modal open with its message. */
  action?: () => Promise<unknown>
  /** Red: it destroys something. */
  danger?: boolean
  confirmLabel?: string
  cancelLabel?: string
  /** Title of the toast on failure: `Could not delete disk`. */
  errorTitle?: string
  /** The request it would run, for a Copy as button. */
  copyAs?: ReactNode
  /** Withdraws the question, as if it was cancelled. */
  signal?: AbortSignal
}

export interface Asked extends ConfirmOptions {
  id: number
  answer: (confirmed: boolean) => void
}

export const asked = createStore<readonly Asked[]>([])
let lastId = 0

/** Asks in a modal. @returns true once the action is done, false where it was cancelled. */
export const confirm = (options: ConfirmOptions): Promise<boolean> =>
  new Promise((resolve) => {
    if (options.signal?.aborted) return resolve(false)
    const id = ++lastId
    const answer = (confirmed: boolean) => {
      asked.set((now) => now.filter((each) => each.id !== id))
      resolve(confirmed)
    }
    asked.set((now) => [...now, { ...options, id, answer }])
    options.signal?.addEventListener('abort', () => answer(false), { once: true })
  })

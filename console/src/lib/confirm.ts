import type { ReactNode } from 'react'
import { createStore } from './store.ts'

export interface ConfirmOptions {
  /** `Delete disk`. */
  title: string
  /** Names the thing in bold and describes the effect. */
  body: ReactNode
  /** What Confirm runs. A rejection keeps the modal open with its message. */
  action?: () => Promise<unknown>
  /** Red: it destroys something. */
  danger?: boolean
  confirmLabel?: string
  cancelLabel?: string
  /** Title of the toast for a failure after the modal was closed: `Could not delete disk`. */
  errorTitle?: string
  /** The request it would run, for a Copy as button. */
  copyAs?: ReactNode
  /** The subject: a second question about it joins the open one. */
  about?: object
  /** Withdraws the question once it is obsolete. */
  signal?: AbortSignal
}

export interface Question extends ConfirmOptions {
  id: number
  answer: (confirmed: boolean) => void
  answered: Promise<boolean>
  /** Whether its action was started and has not ended. */
  isRunning: () => boolean
}

/** Whether a form asks it before sending: it has no request of its own, and nothing withdraws it. */
export const isBeforeRequest = ({ action, signal }: ConfirmOptions): boolean => !action && !signal

export const questions = createStore<readonly Question[]>([])
let lastId = 0

/** Asks in a modal. @returns true once the action is done, false where it was cancelled, withdrawn or not waited for. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  const { about, signal } = options
  const open = about && questions.get().find((each) => each.about === about)
  if (open) return open.answered
  if (signal?.aborted) return Promise.resolve(false)
  const { promise: answered, resolve } = Promise.withResolvers<boolean>()
  const id = ++lastId
  const answer = (confirmed: boolean) => {
    questions.set((now) => now.filter((each) => each.id !== id))
    signal?.removeEventListener('abort', withdraw)
    resolve(confirmed)
  }
  const withdraw = () => answer(false)
  signal?.addEventListener('abort', withdraw)
  let running = false
  const { action } = options
  const run = async () => {
    running = true
    try {
      await action?.()
    } finally {
      running = false
    }
  }
  const question = { ...options, ...(action && { action: run }), id, answer, answered, isRunning: () => running }
  questions.set((now) => [...now, question])
  return answered
}

/** Answers no to the questions of a page that is left. A question with a signal is withdrawn by its owner instead. */
export function dropQuestions(): void {
  for (const { signal, isRunning, answer } of questions.get()) if (!signal && !isRunning()) answer(false)
}

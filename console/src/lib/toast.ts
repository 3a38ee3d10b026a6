import type { ReactNode } from 'react'
import { createStore } from './store.ts'

export type ToastVariant = 'success' | 'error' | 'info' | 'notice'

export interface ToastOptions {
  variant?: ToastVariant
  /** Success, Error or Note unless said. */
  title?: string
  content?: ReactNode
  /** ms; null never. 5000, errors 15000 unless said. */
  timeout?: number | null
}

export const defaultTitle: Record<ToastVariant, string> = {
  success: 'Success',
  error: 'Error',
  info: 'Note',
  notice: 'Note',
}

/** Toasts that are not on screen yet: their host loads with the first. */
export const waitingToasts = createStore<readonly ToastOptions[]>([])
export const toastsWanted = createStore(false)

/** Shows a toast. Content alone has the default title: `toast({ content: <>Project <b>{name}</b> created</> })`. */
export function toast(options: ToastOptions): void {
  waitingToasts.set((now) => [...now, options])
  toastsWanted.set(true)
}

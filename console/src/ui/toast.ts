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

export interface Toast extends Required<Pick<ToastOptions, 'variant' | 'title' | 'timeout'>> {
  id: number
  content: ReactNode
}

export const defaultTitle: Record<ToastVariant, string> = {
  success: 'Success',
  error: 'Error',
  info: 'Note',
  notice: 'Note',
}

export const toasts = createStore<readonly Toast[]>([])
let lastId = 0

/**
 * Shows a toast. Give content alone for the default title: `toast({ content: <>Project <b>{name}</b> created</> })`.
 * @returns its id, for `dismissToast`.
 */
export function toast({ variant = 'success', title = defaultTitle[variant], content, timeout }: ToastOptions): number {
  const id = ++lastId
  const lasts = timeout === undefined ? (variant === 'error' ? 15_000 : 5000) : timeout
  toasts.set((now) => [...now, { id, variant, title, content, timeout: lasts }])
  return id
}

export const dismissToast = (id: number): void => toasts.set((now) => now.filter((each) => each.id !== id))

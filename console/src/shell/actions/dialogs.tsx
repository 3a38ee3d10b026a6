import { createElement, type ReactElement } from 'react'
import { createStore } from '~/lib/store.ts'
import type { LazyPart } from '~/ui/lazy-part.tsx'

export interface OpenedDialog {
  id: number
  render: (onClose: () => void) => ReactElement
}

/** The dialog of an action. The app's frame shows it, and closes it with its page. */
export const openedDialog = createStore<OpenedDialog | null>(null)
let lastId = 0

export const closeDialog = (): void => openedDialog.set(null)

/** Opens a dialog whose code loads on demand. */
export function openDialog<P extends { onClose: () => void }>(Part: LazyPart<P>, props: Omit<P, 'onClose'>): void {
  openedDialog.set({ id: ++lastId, render: (onClose) => createElement(Part, { ...props, onClose } as P) })
}

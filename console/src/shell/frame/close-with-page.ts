import type { RegisteredRouter } from '@tanstack/react-router'
import { dropQuestions } from '~/lib/confirm.ts'
import { closeRun } from '~/table/bulk-runs.ts'
import { closeDialog } from '../actions/dialogs.tsx'
import { quickActionsOpen } from '../palette/quick-actions.ts'
import { keyboardMapOpen } from './keys.ts'

/**
 * Closes the dialogs of a page, which are mounted outside it, just before another page replaces it. Those of the frame
 * close when it begins to load: opened meanwhile they are for the page to come.
 */
export function closeDialogsWithPage(router: Pick<RegisteredRouter, 'subscribe'>): void {
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    if (!pathChanged) return
    quickActionsOpen.set(false)
    keyboardMapOpen.set(false)
  })
  router.subscribe('onLoad', ({ pathChanged }) => {
    if (!pathChanged) return
    dropQuestions()
    closeRun()
    closeDialog()
  })
}

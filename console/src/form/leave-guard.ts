import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { confirm } from '~/ui/confirm.ts'

const askToLeave = () =>
  confirm({
    title: 'Leave form?',
    body: 'What you have changed in this form will be lost.',
    confirmLabel: 'Leave form',
    cancelLabel: 'Keep editing',
    danger: true,
  })

/**
 * Asks before a dirty form is left for another page, and has the browser ask before the tab closes or reloads.
 * @returns `mayLeave` asks where it must (Esc, X, scrim); `release` ends the guard (Cancel, success).
 */
export function useLeaveGuard(dirty: boolean): { mayLeave: () => Promise<boolean>; release: () => void } {
  const released = useRef(false)
  const asking = useRef<Promise<boolean> | null>(null)
  const guarded = () => dirty && !released.current
  const mayLeave = async () => {
    if (!guarded()) return true
    asking.current ??= askToLeave().finally(() => {
      asking.current = null
    })
    return asking.current
  }
  useBlocker({
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await mayLeave()),
    enableBeforeUnload: guarded,
    disabled: !dirty,
  })
  return { mayLeave, release: () => void (released.current = true) }
}

import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { confirm } from '~/ui/confirm.ts'
import { useStore } from '~/ui/store.ts'
import { guardWork } from '~/ui/unfinished-work.ts'
import type { Submission } from './submission-state.ts'

const loss = 'Your changes will be lost.'

const askToLeave = (isSending: boolean, signal: AbortSignal) =>
  confirm({
    title: 'Leave form?',
    body: isSending ? 'The request was already sent and goes on. A notification will show the result.' : loss,
    confirmLabel: 'Leave form',
    cancelLabel: 'Keep editing',
    danger: true,
    signal,
  })

/**
 * Asks before a dirty form is left for another page or by signing out, and lets the browser ask before the tab closes
 * or reloads. An open question is withdrawn by leaving, and by the failure of the request that it names.
 * @returns a function that asks if needed: for Esc, X and scrim.
 */
export function useLeaveGuard(dirty: boolean, { state }: Submission): () => Promise<boolean> {
  const { phase } = useStore(state)
  const isLeaving = phase === 'leaving'
  const question = useRef<{ answer: Promise<boolean>; isSending: boolean; withdraw: () => void } | null>(null)
  const isGuarded = () => dirty && state.get().phase !== 'leaving'

  const mayLeave = async () => {
    if (!isGuarded()) return true
    if (!question.current) {
      const withdrawal = new AbortController()
      const isSending = state.get().phase === 'sending'
      const answer = askToLeave(isSending, withdrawal.signal).finally(() => {
        question.current = null
      })
      question.current = { answer, isSending, withdraw: () => withdrawal.abort() }
    }
    return question.current.answer
  }
  useEffect(() => {
    if (phase === 'leaving' || (phase === 'idle' && question.current?.isSending)) question.current?.withdraw()
  }, [phase])
  useEffect(() => () => question.current?.withdraw(), [])
  const isAtRisk = dirty && !isLeaving
  useEffect(() => (isAtRisk ? guardWork(loss) : undefined), [isAtRisk])

  const lastStep = useRef(0)
  useBlocker({
    shouldBlockFn: async ({ action, current, next }) => {
      const isStep = action !== 'PUSH' && action !== 'REPLACE'
      const step = isStep ? ++lastStep.current : 0
      if (current.pathname === next.pathname) {
        // Back and then Forward: there is nothing to leave any more.
        if (isStep) question.current?.withdraw()
        return false
      }
      const isBlocked = !(await mayLeave())
      // Each step back or forward is counted from the form: only the last is undone or taken.
      if (isStep && step !== lastStep.current) return new Promise<boolean>(() => {})
      return isBlocked
    },
    enableBeforeUnload: false,
    disabled: !dirty,
  })
  return mayLeave
}

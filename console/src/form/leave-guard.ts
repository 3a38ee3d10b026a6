import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { confirm } from '~/lib/confirm.ts'
import { useStore } from '~/lib/store.ts'
import { guardWork } from '~/lib/unfinished-work.ts'
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
 * or reloads. Leaving withdraws an open question, and so does the end of a request. @returns a function that asks if
 * needed: for Esc, X and scrim.
 */
export function useLeaveGuard(dirty: boolean, { state }: Submission): () => Promise<boolean> {
  const { phase } = useStore(state)
  const question = useRef<{ answer: Promise<boolean>; withdrawal: AbortController } | null>(null)
  const isGuarded = () => dirty && state.get().phase !== 'leaving'

  const mayLeave = async () => {
    if (!isGuarded()) return true
    if (!question.current) {
      const withdrawal = new AbortController()
      const answer = askToLeave(state.get().phase === 'sending', withdrawal.signal).finally(() => {
        question.current = null
      })
      question.current = { answer, withdrawal }
    }
    return question.current.answer
  }
  useEffect(() => () => question.current?.withdrawal.abort(), [phase])
  const isAtRisk = dirty && phase !== 'leaving'
  useEffect(() => (isAtRisk ? guardWork(loss) : undefined), [isAtRisk])

  const lastStep = useRef(0)
  useBlocker({
    shouldBlockFn: async ({ action, current, next }) => {
      const isStep = action !== 'PUSH' && action !== 'REPLACE'
      if (isStep) lastStep.current++
      const step = lastStep.current
      if (current.pathname === next.pathname) {
        // Back and then Forward: there is nothing to leave any more.
        if (isStep) question.current?.withdrawal.abort()
        return false
      }
      const isBlocked = !(await mayLeave())
      // Each step back or forward is counted from the form: only the last is undone or taken.
      return step === lastStep.current ? isBlocked : new Promise(() => {})
    },
    enableBeforeUnload: false,
    disabled: !dirty,
  })
  return mayLeave
}

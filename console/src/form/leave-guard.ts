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
 * or reloads. Leaving withdraws an open question. @returns a function that asks if needed: for Esc, X and scrim.
 */
export function useLeaveGuard(dirty: boolean, { state }: Submission): () => Promise<boolean> {
  const isLeaving = useStore(state).phase === 'leaving'
  const question = useRef<{ answer: Promise<boolean>; withdraw: () => void } | null>(null)
  const isGuarded = () => dirty && state.get().phase !== 'leaving'

  const mayLeave = async () => {
    if (!isGuarded()) return true
    if (!question.current) {
      const withdrawal = new AbortController()
      const answer = askToLeave(state.get().phase === 'sending', withdrawal.signal).finally(() => {
        question.current = null
      })
      question.current = { answer, withdraw: () => withdrawal.abort() }
    }
    return question.current.answer
  }
  useEffect(() => {
    if (isLeaving) question.current?.withdraw()
  }, [isLeaving])
  useEffect(() => () => question.current?.withdraw(), [])
  const isAtRisk = dirty && !isLeaving
  useEffect(() => (isAtRisk ? guardWork(loss) : undefined), [isAtRisk])

  useBlocker({
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await mayLeave()),
    enableBeforeUnload: false,
    disabled: !dirty,
  })
  return mayLeave
}

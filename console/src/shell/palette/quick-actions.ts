import { useEffect, useRef, useState } from 'react'
import { createStore } from '~/lib/store.ts'
import type { Path } from '../paths/path.ts'

export interface QuickAction {
  label: string
  /** `Actions`, `Instances`, `Go up`. */
  group: string
  to?: Path
  run?: () => void
  /** Why its button is disabled: the action is not offered then. */
  refusal?: string | undefined
}

/** Identifies actions by their content; `run` may be a new function each time. */
export const shapeOf = ({ group, label, to }: QuickAction): string => `${group}\n${label}\n${to}`

/** The actions of the pages on screen, by page; outer routes first. */
export const offered = createStore<ReadonlyMap<symbol, readonly QuickAction[]>>(new Map())
export const quickActionsOpen = createStore(false)

/**
 * Offers a page's actions in quick actions while the caller is mounted. They are compared by label and target, so
 * `run` may be a new function each time.
 */
export function useQuickActions(all: readonly QuickAction[]): void {
  const actions = all.filter(({ refusal }) => !refusal)
  const [own] = useState(() => Symbol('offer'))
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const shape = actions.map(shapeOf).join('\n\n')
  useEffect(() => {
    const stable = latest.current.map((action, at) =>
      action.run ? { ...action, run: () => latest.current[at]?.run?.() } : action,
    )
    offered.set((now) => new Map(now).set(own, stable))
    return () => offered.set((now) => new Map([...now].filter(([key]) => key !== own)))
  }, [own, shape])
}

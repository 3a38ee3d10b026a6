import { useState } from 'react'
import { keepEqual } from '~/api/keep-equal.ts'

/** The value with every part of the one before that equals its own: what shows an equal part need not render again. */
export function useKept<T>(value: T): T {
  const [before, setBefore] = useState(value)
  const kept = keepEqual(before, value) as T
  if (kept !== before) setBefore(() => kept)
  return kept
}

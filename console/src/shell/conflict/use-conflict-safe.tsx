import { type ReactNode, useRef, useState } from 'react'
import type { DefaultValues, FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form'
import { ConflictChoice, ConflictError } from './conflict.tsx'

interface ConflictSafeOptions<V extends FieldValues, T, A> {
  form: UseFormReturn<V>
  /** The copy that the form begins with. */
  start: T
  valuesOf: (copy: T) => V
  /** Puts the change from `base` to the values onto the fresh copy. @throws ConflictError<T> */
  save: (base: T, values: V) => Promise<A>
  /** Discards the change. By default a form on a page restarts with the fresh copy. */
  onDiscard?: () => unknown
}

interface ConflictSafe<V, T, A> {
  submit: (values: V) => Promise<A>
  /** Restarts with a copy that was read or saved. */
  startFrom: (copy: T) => void
  /** What both changed and the two choices, to stand in the form. */
  question: ReactNode
}

/**
 * A form that overwrites no other user's change: it keeps the copy it began with, and asks where both changed the
 * same.
 */
export function useConflictSafe<V extends FieldValues, T, A>(
  options: ConflictSafeOptions<V, T, A>,
): ConflictSafe<V, T, A> {
  const { form, start, valuesOf, save, onDiscard } = options
  const base = useRef(start)
  const [conflict, setConflict] = useState<ConflictError<T> | null>(null)
  const startFrom = (copy: T) => {
    base.current = copy
    setConflict(null)
    form.reset(valuesOf(copy) as DefaultValues<V>)
  }
  const reapply = ({ fresh, merged }: ConflictError<T>) => {
    startFrom(fresh)
    for (const [name, value] of Object.entries(valuesOf(merged)))
      form.setValue(name as FieldPath<V>, value as PathValue<V, FieldPath<V>>, { shouldDirty: true })
  }
  const submit = async (values: V) => {
    setConflict(null)
    try {
      return await save(base.current, values)
    } catch (error) {
      if (error instanceof ConflictError) setConflict(error as ConflictError<T>)
      throw error
    }
  }
  return {
    submit,
    startFrom,
    question: conflict && (
      <ConflictChoice
        clashes={conflict.clashes}
        onReapply={() => reapply(conflict)}
        onDiscard={() => (onDiscard ? onDiscard() : startFrom(conflict.fresh))}
      />
    ),
  }
}

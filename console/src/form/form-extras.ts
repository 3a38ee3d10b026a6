import type { Control, FieldValues, UseFormReturn } from 'react-hook-form'
import { createStore, type Store, useStore } from '~/ui/store.ts'

export interface FieldOnScreen {
  label: string
  /** What the API calls it, where that differs from its name. */
  apiNames: readonly string[]
  /** Id of the element that shows its error. */
  messageId: string
}

/** What belongs to a form besides its values. */
interface FormExtras {
  /** Under which it is kept over a sign-in; null where it is not kept. */
  saveKey: string | null
  /** Names of fields that are never kept: `password`, `rows.key`. */
  secrets: Set<string>
  /** Names of the sub-forms whose row is filled in but not added. */
  unfinished: Store<ReadonlySet<string>>
  /** Unadded rows of hidden sub-forms, by name: they return unchanged. */
  hidden: Map<string, unknown>
  /** The fields on screen, by name. */
  fields: Map<string, FieldOnScreen>
}

const known = new WeakMap<object, FormExtras>()

export function extrasOf<V extends FieldValues>(control: Control<V>): FormExtras {
  const found = known.get(control) ?? {
    saveKey: null,
    secrets: new Set<string>(),
    unfinished: createStore<ReadonlySet<string>>(new Set()),
    hidden: new Map<string, unknown>(),
    fields: new Map<string, FieldOnScreen>(),
  }
  known.set(control, found)
  return found
}

export const noteUnfinished = ({ unfinished }: FormExtras, name: string, isUnfinished: boolean): void =>
  unfinished.set((now) => {
    if (now.has(name) === isUnfinished) return now
    return isUnfinished ? new Set([...now, name]) : new Set([...now].filter((each) => each !== name))
  })

/** Whether leaving the form would lose something, including a row that is not added yet. */
export const useIsDirty = <V extends FieldValues>(form: UseFormReturn<V>): boolean => {
  const { size } = useStore(extrasOf(form.control).unfinished)
  return form.formState.isDirty || size > 0
}

import type { Control, FieldValues, UseFormReturn } from 'react-hook-form'
import { createStore, type Store, useStore } from '~/lib/store.ts'

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
  /** Adds the row of each sub-form on screen whose row is filled in; false where it is not valid. */
  rows: Map<string, () => Promise<boolean>>
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
    rows: new Map<string, () => Promise<boolean>>(),
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

/** Adds the rows that are filled in but not added. @returns false where one is not valid: its fields show why */
export async function addFilledRows<V extends FieldValues>(control: Control<V>): Promise<boolean> {
  let areAdded = true
  // They are set again whenever a sub-form renders.
  const all = [...extrasOf(control).rows.values()]
  for (const add of all) areAdded = (await add()) && areAdded
  return areAdded
}

/** Calls back with the values where all of them are valid, the rows of sub-forms included. */
export async function submitValid<V extends FieldValues>(
  form: UseFormReturn<V>,
  onValid: (values: V) => unknown,
): Promise<void> {
  const areAdded = await addFilledRows(form.control)
  await form.handleSubmit((values) => (areAdded ? onValid(values) : undefined))()
}

/** Whether leaving the form would lose something, including a row that is not added yet. */
export const useIsDirty = <V extends FieldValues>(form: UseFormReturn<V>): boolean => {
  const { size } = useStore(extrasOf(form.control).unfinished)
  return form.formState.isDirty || size > 0
}

import { FLEET_ID } from '@skerry/contract/rules/fleet.ts'
import { useEffect } from 'react'
import { ComboboxField } from '~/form/combobox.tsx'
import { FilterFields } from '~/form/field.tsx'
import { useForm } from '~/form/use-form.ts'
import type { ReadFailure } from '~/ui/read-failure.tsx'

interface OnlyFilterProps {
  /** `Project`, `Silo`. */
  label: string
  /** `All projects`. */
  all: string
  /** Undefined until they are read. */
  names: readonly string[] | undefined
  failure: ReadFailure | undefined
  /** The one that is chosen; all of them where none is. */
  value: string | undefined
  onChange: (name: string | undefined) => void
}

export function OnlyFilter({ label, all, names, failure, value, onChange }: OnlyFilterProps) {
  const only = value ?? FLEET_ID
  const form = useForm<{ only: string | null }>({ defaultValues: { only }, saveKey: null })
  // Links lead to the page of all of them while it is open.
  useEffect(() => form.setValue('only', only), [form, only])
  return (
    <form className="w-64 max-w-full" aria-label="Filter charts" onSubmit={(event) => event.preventDefault()}>
      <FilterFields value>
        <ComboboxField
          control={form.control}
          name="only"
          label={label}
          items={[{ value: FLEET_ID, label: all }, ...(names ?? []).map((name) => ({ value: name, label: name }))]}
          failure={failure}
          onChoose={(name) => onChange(name === FLEET_ID ? undefined : (name ?? undefined))}
        />
      </FilterFields>
    </form>
  )
}

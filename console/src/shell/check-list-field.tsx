import { useId } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { FieldFrame, type FieldProps, useField } from '~/form/field.tsx'
import { Button } from '~/ui/button.tsx'
import { formatNumber } from '~/ui/format/numbers.ts'

export interface CheckListItem {
  value: string
  label: string
  description?: string
}

interface CheckListFieldProps<V extends FieldValues, N extends FieldPath<V>> extends FieldProps<V, N> {
  items: readonly CheckListItem[]
  /** The most that may be chosen. */
  max: number
  /** Words of the error: `keys`. */
  things: string
  /** A button that chooses all, or none once all are. */
  selectAll?: boolean
}

/** Any number of things out of a list, all in sight; the form's value is `string[]`, in the order of the list. */
export function CheckListField<V extends FieldValues, N extends FieldPath<V>>(props: CheckListFieldProps<V, N>) {
  const { label, required, hint, items, max, things, selectAll } = props
  const atMost = (chosen: string[]) =>
    chosen.length > max ? `At most ${max} ${things} can be chosen; ${formatNumber(chosen.length)} are` : undefined
  const { id, error, value = [], setValue, input } = useField<V, string[]>(props as FieldProps<V>, [atMost])
  const groupId = useId()
  const chosen = new Set(value)
  const all = items.length > 0 && items.every((item) => chosen.has(item.value))
  const choose = (wanted: ReadonlySet<string>) =>
    setValue(items.filter((item) => wanted.has(item.value)).map((item) => item.value))
  return (
    <FieldFrame {...{ id, label, required, hint, error }} group>
      {selectAll && items.length > 1 && (
        <div className="mb-2 flex items-center gap-3">
          <Button size="sm" onClick={() => choose(new Set(all ? [] : items.map((item) => item.value)))}>
            {all ? 'Select none' : 'Select all'}
          </Button>
          <span className="text-sm text-ink-3" role="status">
            {chosen.size} of {items.length} chosen
          </span>
        </div>
      )}
      <ul className="max-h-72 overflow-y-auto rounded-lg border border-line">
        {items.map((item, index) => (
          <li key={item.value} className="border-b border-line last:border-0">
            <label className="flex cursor-pointer items-start gap-2.5 px-3 py-2 hover:bg-raised">
              <input
                ref={index === 0 ? input.ref : undefined}
                type="checkbox"
                className="tick mt-0.5"
                aria-invalid={input['aria-invalid']}
                aria-describedby={item.description && `${groupId}-${index}`}
                checked={chosen.has(item.value)}
                onBlur={input.onBlur}
                onChange={({ target }) => {
                  const wanted = new Set(chosen)
                  if (target.checked) wanted.add(item.value)
                  else wanted.delete(item.value)
                  choose(wanted)
                }}
              />
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                {item.label}
                {item.description && (
                  <small id={`${groupId}-${index}`} className="block text-xs text-ink-3">
                    {item.description}
                  </small>
                )}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </FieldFrame>
  )
}

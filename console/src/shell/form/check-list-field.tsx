import { type ReactNode, useId, useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { FieldFrame, type FieldProps, useField } from '~/form/field.tsx'
import { formatNumber } from '~/lib/format/numbers.ts'
import { Button } from '~/ui/button.tsx'
import { SearchInput } from '~/ui/search-input.tsx'

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
  /** In its place where there is nothing to choose. */
  empty?: ReactNode
}

/** More of them have a filter. */
const filteredFrom = 12
/** A browser is slow with a thousand boxes. */
const mostShown = 100

/** Chooses any number of things from a list with a filter; the form's value is `string[]`, in the order of the list. */
export function CheckListField<V extends FieldValues, N extends FieldPath<V>>(props: CheckListFieldProps<V, N>) {
  const { label, required, hint, items, max, things, selectAll, empty = null } = props
  const available = new Set(items.map((item) => item.value))
  const isGone = (each: string) => !available.has(each)
  const {
    id,
    error,
    value = [],
    setValue,
    input,
  } = useField<V, string[]>(props as FieldProps<V>, [
    (each) =>
      each.length > max ? `At most ${max} ${things} can be chosen, not ${formatNumber(each.length)}` : undefined,
    (each) => (each.some(isGone) ? `Some of the ${things} are no longer available` : undefined),
  ])
  const groupId = useId()
  const [wanted, setWanted] = useState('')
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map())
  if (items.some((item) => labels.get(item.value) !== item.label))
    setLabels(new Map([...labels, ...items.map((item) => [item.value, item.label] as const)]))
  const chosen = new Set(value)
  // The list may lose items while the form is open.
  const gone = value
    .filter(isGone)
    .map((each) => ({ value: each, label: labels.get(each) ?? each, description: 'No longer available' }))
  const shown: readonly CheckListItem[] = [...gone, ...items]
  const matching = shown.filter(({ label: text }) => text.toLocaleLowerCase().includes(wanted.toLocaleLowerCase()))
  const hidden = matching.length - mostShown
  const all = items.length > 0 && items.every((item) => chosen.has(item.value))
  const choose = (next: ReadonlySet<string>) =>
    setValue(shown.filter((item) => next.has(item.value)).map((item) => item.value))
  if (shown.length === 0) return empty
  return (
    <FieldFrame {...{ id, label, required, hint, error }} group>
      {selectAll && items.length > 1 && (
        <div className="mb-2 flex items-center gap-3">
          <Button size="sm" onClick={() => choose(new Set(all ? [] : items.map((item) => item.value)))}>
            {all ? 'Select none' : 'Select all'}
          </Button>
          <span className="text-sm text-ink-3" role="status">
            {chosen.size} of {shown.length} chosen
          </span>
        </div>
      )}
      {items.length > filteredFrom && (
        <div className="mb-2">
          <SearchInput
            label={`Filter ${things}`}
            value={wanted}
            onChange={setWanted}
            // Enter would send the form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </div>
      )}
      <ul className="max-h-72 overflow-y-auto rounded-lg border border-line">
        {matching.slice(0, mostShown).map((item, index) => (
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
                  const next = new Set(chosen)
                  if (target.checked) next.add(item.value)
                  else next.delete(item.value)
                  choose(next)
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
        {matching.length === 0 && <li className="px-3 py-2 text-ink-3">No matches</li>}
      </ul>
      {hidden > 0 && (
        <p className="mt-1.5 text-xs text-ink-3">
          {formatNumber(hidden)} more {things}: filter to see them
        </p>
      )}
    </FieldFrame>
  )
}

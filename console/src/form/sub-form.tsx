import { Pencil, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form'
import { announce } from '~/lib/announce.ts'
import { Button } from '~/ui/button.tsx'
import { IconButton } from '~/ui/icon-button.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { EnterContext } from './combobox.tsx'
import { FieldFrame, type FieldProps, useField } from './field.tsx'
import { useFirstErrorShown } from './first-error.ts'
import { extrasOf, noteUnfinished } from './form-extras.ts'
import { useSavedValues } from './use-form.ts'
import { listed, validateUnique } from './validators.ts'

const VirtualRows = lazyPart(() => import('~/table/virtual-rows.tsx'))
const virtualFrom = 100
const rowHeight = 37

export interface SubFormProps<
  V extends FieldValues,
  N extends FieldPath<V>,
  D extends FieldValues,
  Row,
> extends FieldProps<V, N> {
  /** The draft as it is when empty; Clear and Add go back to it. */
  blank: DefaultValues<D>
  /** Fields that Add leaves as they are, for the next row is most often of the same type. */
  kept?: readonly (keyof D & string)[]
  /** The fields, joined to the draft: `(draft) => <TextField control={draft.control} name="cidr" label="CIDR" required />`. */
  children: (draft: UseFormReturn<D>) => ReactNode
  toRow: (draft: D) => Row
  /** The fields of a row; with it, rows can be edited in their place. */
  toDraft?: (row: Row) => D
  /** The row as one text: names its remove button, and no two rows may share it. */
  textOf: (row: Row) => string
  /** A field whose text may list several, as its rules must allow (`forEachListed`): each becomes a row. */
  listing?: keyof D & string
  columns: readonly { header: string; cell: (row: Row) => ReactNode }[]
  addLabel?: string
  max?: number
  /** Fields of the draft that are never kept over a sign-in. */
  secrets?: readonly FieldPath<D>[]
}

/** A row that was filled in but not added when its field was hidden. */
interface Left<D> {
  values: D
  edited: string | null
}

/** A list that a form within the form adds to, over a small table of its rows. The form's value is `Row[]`. */
export function SubForm<V extends FieldValues, N extends FieldPath<V>, D extends FieldValues, Row>(
  props: SubFormProps<V, N, D, Row>,
) {
  const { label, required, hint, blank, children, toRow, toDraft, textOf, columns, secrets, kept = [], listing } = props
  const { addLabel = 'Add', max = Infinity } = props
  const extras = extrasOf(props.control)
  const draft = useForm<D>({ defaultValues: blank, shouldFocusError: false })
  useFirstErrorShown(draft)
  useSavedValues(draft, extras.saveKey && `${extras.saveKey} ${props.name}`, secrets)
  const { isDirty } = draft.formState
  const group = useRef<HTMLDivElement>(null)
  const field = useField<V, Row[]>(props as FieldProps<V, N> as FieldProps<V>, [
    (rows) => validateUnique(rows.map(textOf)),
  ])
  const rows = field.value ?? []
  // Its text: the form hands out other objects each time.
  const [edited, setEdited] = useState(() => (extras.hidden.get(props.name) as Left<D> | undefined)?.edited ?? null)

  const { name } = props
  useEffect(() => noteUnfinished(extras, name, isDirty), [extras, name, isDirty])
  const keep = useEffectEvent(() => {
    // A hidden field blocks nothing, but leaving the form would lose its row.
    if (isDirty) extras.hidden.set(name, { values: draft.getValues(), edited } satisfies Left<D>)
  })
  useEffect(() => {
    const left = extras.hidden.get(name) as Left<D> | undefined
    if (left) draft.reset(left.values, { keepDefaultValues: true })
    extras.hidden.delete(name)
    return () => keep()
  }, [extras, name, draft])

  const focusFirst = () => group.current?.querySelector<HTMLElement>('input, textarea, button')?.focus()
  const focusAtFault = () => {
    const wrong = group.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (wrong) wrong.focus()
    else focusFirst()
  }
  const clear = (values = blank) => {
    draft.reset(values)
    setEdited(null)
  }
  const edit = (row: Row) => {
    // Compared with the blank row: a filled-in row must be added or cleared.
    draft.reset(toDraft!(row), { keepDefaultValues: true })
    setEdited(textOf(row))
    focusFirst()
  }
  const refusal = rows.length >= max && edited === null && `At most ${max} can be added`
  /** @returns whether it was added; else its fields show what is wrong */
  const addRow = async (): Promise<boolean> => {
    let isAdded = false
    const refuse = (message: string) => draft.setError(Object.keys(draft.getValues())[0] as FieldPath<D>, { message })
    await draft.handleSubmit((values) => {
      // Enter and the form's own submit add too, where the button would not.
      if (refusal) return refuse(refusal)
      const drafts = listing ? listed(values[listing]).map((each) => ({ ...values, [listing]: each })) : [values]
      const added = drafts.map(toRow)
      const names = added.map(textOf).join(', ')
      const others = rows.filter((row) => textOf(row) !== edited)
      const total = others.length + added.length
      const isRepeated = validateUnique([...others, ...added].map(textOf))
      if (isRepeated) return refuse(isRepeated)
      if (total > max) return refuse(`At most ${max} can be added`)
      const isThere = others.length < rows.length
      field.setValue(isThere ? rows.flatMap((each) => (textOf(each) === edited ? added : [each])) : [...rows, ...added])
      announce(`${names} ${isThere ? 'updated' : 'added'}, ${total} in all`)
      const keeps = Object.fromEntries(kept.map((each) => [each, values[each]]))
      clear({ ...blank, ...keeps } as DefaultValues<D>)
      isAdded = true
    })()
    return isAdded
  }
  useEffect(() => {
    if (!isDirty) return undefined
    extras.rows.set(name, addRow)
    return () => void extras.rows.delete(name)
  })
  const add = async () => {
    if (await addRow()) focusFirst()
  }
  const remove = (row: Row) => {
    field.setValue(rows.filter((each) => each !== row))
    announce(`${textOf(row)} removed, ${rows.length - 1} left`)
    // The button goes with the row.
    focusFirst()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const inText = event.target instanceof HTMLInputElement && event.target.type !== 'file'
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !inText || event.defaultPrevented) return
    event.preventDefault()
    void add()
  }

  const renderRow = (row: Row, index: number) => (
    <tr key={textOf(row)} aria-rowindex={index + 2} className="border-b border-line last:border-0">
      {columns.map((column) => (
        <td key={column.header} className="max-w-56 truncate px-3">
          {column.cell(row)}
        </td>
      ))}
      <td className="w-10 py-1 pr-1.5 text-right whitespace-nowrap">
        {toDraft && (
          <IconButton
            label={`Edit ${textOf(row)}`}
            icon={<Pencil />}
            variant="quiet"
            size="sm"
            onClick={() => edit(row)}
          />
        )}
        <IconButton
          label={`Remove ${textOf(row)}`}
          icon={<X />}
          variant="quiet"
          size="sm"
          onClick={() => remove(row)}
        />
      </td>
    </tr>
  )

  return (
    <FieldFrame
      {...{ id: field.id, label, required, hint, error: field.error }}
      unit={required ? 'at least one' : undefined}
      group
    >
      <div
        data-draft
        ref={(element) => {
          group.current = element
          field.input.ref(element && { focus: focusAtFault })
        }}
        role="presentation"
        onKeyDown={onKeyDown}
        className="flex flex-col gap-3.5 rounded-lg border border-line p-3.5"
      >
        <EnterContext value={() => void add()}>{children(draft)}</EnterContext>
        <div className="flex gap-2">
          <Button refusal={refusal} onClick={() => void add()}>
            {edited ? 'Update' : addLabel}
          </Button>
          <Button variant="quiet" refusal={!isDirty && 'Nothing filled in'} onClick={() => clear()}>
            Clear
          </Button>
        </div>
      </div>
      {rows.length > 0 && (
        <div className="relative mt-3 max-h-96 overflow-auto rounded-lg border border-line">
          <table className="w-full text-left" aria-label={label} aria-rowcount={rows.length + 1}>
            <thead className="sticky top-0 z-1 bg-surface shadow-[0_1px_var(--line)]">
              <tr className="text-sm text-ink-2">
                {columns.map((column) => (
                  <th key={column.header} className="h-8 px-3 font-medium whitespace-nowrap">
                    {column.header}
                  </th>
                ))}
                <th className="w-10">
                  <span className="sr-only">Remove</span>
                </th>
              </tr>
            </thead>
            {rows.length > virtualFrom ? (
              <PartBoundary failed={<tbody>{rows.map(renderRow)}</tbody>}>
                <VirtualRows
                  count={rows.length}
                  width={columns.length + 1}
                  rowHeight={rowHeight}
                  renderRow={(index) => renderRow(rows[index]!, index)}
                />
              </PartBoundary>
            ) : (
              <tbody>{rows.map(renderRow)}</tbody>
            )}
          </table>
        </div>
      )}
    </FieldFrame>
  )
}

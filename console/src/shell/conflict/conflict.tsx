import type { ReactNode } from 'react'
import { formatNumber } from '~/lib/format/numbers.ts'
import { Button } from '~/ui/button.tsx'
import type { Clash, Merge } from './three-way.ts'

/** Nothing was written: another user changed the same field or row. */
export class ConflictError<T> extends Error {
  override name = 'ConflictError'
  /** As it is now. */
  readonly fresh: T
  /** The change on the fresh copy; it wins where both clash. */
  readonly merged: T
  readonly clashes: readonly Clash[]

  constructor(fresh: T, merged: T, clashes: readonly Clash[]) {
    super('Changed by someone else while this form was open. Nothing was saved.')
    this.fresh = fresh
    this.merged = merged
    this.clashes = clashes
  }
}

/** A change on the fresh copy. @throws ConflictError where another user changed the same. */
export function mergeOnto<T>(merge: Merge<T>, base: T, mine: T, fresh: T): T {
  const { value, clashes } = merge(base, mine, fresh)
  if (clashes.length > 0) throw new ConflictError(fresh, value, clashes)
  return value
}

const sideWords = (before: ReactNode, now: ReactNode) => {
  if (now === undefined) return 'removed it'
  return (
    <>
      {before === undefined ? 'added it' : 'set'} {now}
    </>
  )
}

/** `Priority: you set 10, someone else set 11 (it was 9)`. */
const ClashWords = ({ clash: { label, before, mine, theirs } }: { clash: Clash }) => (
  <>
    {label}: you {sideWords(before, mine)}, someone else {sideWords(before, theirs)}
    {before !== undefined && <> (it was {before})</>}
  </>
)

const mostListed = 20

export const ConflictList = ({ clashes }: { clashes: readonly Clash[] }) => (
  <ul className="list-disc pl-5 text-ink-2">
    {clashes.slice(0, mostListed).map((clash) => (
      <li key={clash.label}>
        <ClashWords clash={clash} />
      </li>
    ))}
    {clashes.length > mostListed && <li>and {formatNumber(clashes.length - mostListed)} more</li>}
  </ul>
)

interface ConflictChoiceProps {
  clashes: readonly Clash[]
  /** Puts the change on the fresh copy into the form; the form around the button is then submitted. */
  onReapply: () => void
  onDiscard: () => void
}

/** What both changed, and the two choices. It stands in the form, under the error. */
export const ConflictChoice = ({ clashes, onReapply, onDiscard }: ConflictChoiceProps) => (
  <div className="flex flex-col gap-3">
    <ConflictList clashes={clashes} />
    <p className="text-ink-2">Reapplying saves your values for these and keeps everything else as it is now.</p>
    <div className="flex flex-wrap gap-2">
      {/* No submit button of its own: Enter in a field would press the first one of the form. */}
      <Button
        onClick={({ currentTarget }) => {
          onReapply()
          currentTarget.form?.requestSubmit()
        }}
      >
        Reapply my change
      </Button>
      <Button onClick={onDiscard}>Discard</Button>
    </div>
  </div>
)

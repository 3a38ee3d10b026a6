import { Button } from '~/ui/button.tsx'
import { formatNumber } from '~/ui/format/numbers.ts'

/** One thing that differs between the copy a form began with and the one that is there now. */
export interface Difference {
  /** `Memory`. */
  what: string
  /** Absent for what was added meanwhile. */
  before?: string
  /** Absent for what was removed meanwhile. */
  now?: string
}

/** Nothing was written: what a form would have overwritten is not what it began with. */
export class ConflictError<T> extends Error {
  override name = 'ConflictError'
  /** As it is now; a form goes on from here. */
  readonly fresh: T
  readonly differences: readonly Difference[]

  constructor(fresh: T, differences: readonly Difference[]) {
    super('Changed by someone else while this form was open. Nothing was saved.')
    this.fresh = fresh
    this.differences = differences
  }

  /** What differs, on one line. */
  inWords(): string {
    return this.differences.map(words).join('; ')
  }
}

const words = ({ what, before, now }: Difference) => {
  if (before === undefined) return `${what}: ${now}, added`
  return `${what}: ${before}${now === undefined ? ', removed' : ` is now ${now}`}`
}

const mostListed = 20

/** What somebody else changed. */
export const ConflictList = ({ differences }: { differences: readonly Difference[] }) => (
  <ul className="list-disc pl-5 text-ink-2">
    {differences.slice(0, mostListed).map((difference) => (
      <li key={difference.what}>{words(difference)}</li>
    ))}
    {differences.length > mostListed && <li>and {formatNumber(differences.length - mostListed)} more</li>}
  </ul>
)

interface ConflictChoiceProps {
  differences: readonly Difference[]
  /** Takes the fresh copy as the one the form began with; the form around the button is then submitted. */
  onReapply: () => void
  onDiscard: () => void
}

/** What somebody else changed, and the two ways on. It stands in the form, under the error that says so. */
export const ConflictChoice = ({ differences, onReapply, onDiscard }: ConflictChoiceProps) => (
  <div className="flex flex-col gap-3">
    <ConflictList differences={differences} />
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

import { RotateCw } from 'lucide-react'
import { useId } from 'react'
import { asFailure, messageOf } from '~/lib/errors.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { useTooltip } from './tooltip.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/** A failed query, and how to retry it. */
export interface ReadFailure {
  error: unknown
  retry: () => void
}

/** How the queries behind a part of a page ended. */
export interface ReadState {
  /** There is nothing to show. */
  failure?: ReadFailure | undefined
  /** Old data is shown: its refresh failed. */
  stale?: ReadFailure | undefined
}

const canRetry = (error: unknown) => !asFailure(error).isMissingOperation

/** Whether the thing that was read no longer exists: reading it again fails too. */
export const isNotFound = (error: unknown): boolean => asFailure(error).errorCode === 'ObjectNotFound'

/** In place of a value, in a cell or beside a name: small, with the message in its tooltip. */
export function RetryValue({ failure: { error, retry } }: { failure: ReadFailure }) {
  const message = canRetry(error) ? `Could not be read: ${messageOf(error)}` : messageOf(error)
  const reasonId = useId()
  const tooltip = useTooltip(message)
  if (!canRetry(error))
    return (
      <span {...tooltip} aria-describedby={reasonId} className="text-ink-3">
        Not offered
        <VisuallyHidden id={reasonId}>{message}</VisuallyHidden>
      </span>
    )
  return (
    <>
      <button
        type="button"
        {...tooltip}
        aria-describedby={reasonId}
        onClick={retry}
        className="inline-flex items-center gap-1.5 rounded-sm text-sm text-bad hover:underline pointer-coarse:min-h-10"
      >
        <RotateCw className="size-3.5" />
        Try again
      </button>
      <VisuallyHidden id={reasonId}>{message}</VisuallyHidden>
    </>
  )
}

/** Under a control whose choices could not be read. */
export const RetryLine = ({ failure: { error, retry } }: { failure: ReadFailure }) =>
  canRetry(error) ? (
    <p role="alert" className="mt-1.5 flex flex-wrap items-center gap-x-2 text-sm text-bad">
      Could not be read: {messageOf(error)}
      <Button size="sm" onClick={retry}>
        Try again
      </Button>
    </p>
  ) : (
    <p className="mt-1.5 text-sm text-ink-3">{messageOf(error)}</p>
  )

/** Beside old data whose refresh failed. */
export const StaleNote = ({ failure: { error, retry } }: { failure: ReadFailure }) => (
  <span role="status" className="inline-flex flex-wrap items-center gap-x-2 text-sm text-bad">
    Could not be refreshed: {messageOf(error)}
    {!isNotFound(error) && (
      <Button size="sm" onClick={retry}>
        Try again
      </Button>
    )}
  </span>
)

/** In place of a list or of a part of a page. @param what begins the sentence: `The members`. */
export const ReadFailureNotice = ({ what, failure: { error, retry } }: { what: string; failure: ReadFailure }) =>
  canRetry(error) ? (
    <Notice
      tone="bad"
      title={`${what} could not be read`}
      content={messageOf(error)}
      actions={
        <Button size="sm" onClick={retry}>
          Try again
        </Button>
      }
    />
  ) : (
    <Notice content={messageOf(error)} />
  )

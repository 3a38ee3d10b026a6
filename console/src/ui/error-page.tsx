import type { ReactNode } from 'react'
import { TopHeading } from './page-outlet.tsx'

interface ErrorPageProps {
  title: string
  body: ReactNode
  /** Shown small, for a search in the server's log. */
  requestId?: string
  /** 'Back to console' link and 'Sign out' button. */
  actions: ReactNode
}

const ErrorPage = ({ title, body, requestId, actions }: ErrorPageProps) => (
  <div role="alert" className="mx-auto flex max-w-md flex-col gap-3 px-6 pt-(--first-line) pb-16">
    {/* One element, so that heading and sentence are also one text. */}
    <div className="flex flex-col gap-3">
      <TopHeading tabIndex={-1} className="text-xl font-semibold tracking-title outline-none">
        {title}
      </TopHeading>{' '}
      <p className="text-pretty text-ink-2">{body}</p>
    </div>
    {requestId && (
      <p className="text-sm text-ink-3">
        Request id <span className="text-mono select-all">{requestId}</span>
      </p>
    )}
    <div className="mt-3 flex flex-wrap gap-2">{actions}</div>
  </div>
)

type Slots = Pick<ErrorPageProps, 'requestId' | 'actions'>

/** @param hint what may be the reason */
export const NotFoundPage = ({ hint, ...slots }: Slots & { hint?: ReactNode }) => (
  <ErrorPage
    title="Page not found"
    body={
      <>
        The page you are looking for doesn't exist or you may not have access to it.
        {hint}
      </>
    }
    {...slots}
  />
)

export const SomethingWrongPage = (slots: Slots) => (
  <ErrorPage
    title="Something went wrong."
    body="Please try again. If the problem persists, contact your administrator."
    {...slots}
  />
)

/** @param operation as the API names it */
export const NotOfferedPage = ({ operation, ...slots }: Slots & { operation: string }) => (
  <ErrorPage
    title="Not offered by this server"
    body={
      <>
        This server does not offer <span className="text-mono [overflow-wrap:anywhere]">{operation}</span>, which this
        page needs.
      </>
    }
    {...slots}
  />
)

/** After a 403, where a retry would change nothing. @param reason what the caller lacks */
export const ForbiddenPage = ({ reason, ...slots }: Slots & { reason: ReactNode }) => (
  <ErrorPage title="Action not authorized" body={reason} {...slots} />
)

/** Where a reload has not loaded the new console's code: a cache in between keeps the old page. */
export const OutdatedPage = ({ actions }: Pick<Slots, 'actions'>) => (
  <ErrorPage
    title="This page is out of date"
    body="The console was updated on the server, but the browser still uses the old version. Clear the browser's cache and reload. If the problem persists, contact your administrator."
    actions={actions}
  />
)

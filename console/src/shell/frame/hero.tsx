import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '~/ui/notice.tsx'
import { Mark } from './mark.tsx'

/** The layout of pages before sign-in: one box in the middle, the silo above it. */
export function Hero({ title, silo, children }: { title: string; silo?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} / Skerry`
  }, [title])
  // A page that it follows took the focus with it. A field may take it next.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  return (
    <main className="grid min-h-dvh content-start justify-items-center px-4 pt-(--first-line) pb-16">
      <div className="mb-7 flex items-center gap-3">
        <Mark size={40} />
        <span className="min-w-0">
          <small className="block text-sm text-ink-3">{silo ? 'Silo' : 'Self-hosted cloud'}</small>
          <b className="block max-w-72 truncate text-lg/6 font-semibold">{silo ?? 'Skerry'}</b>
        </span>
      </div>
      <section className="w-full max-w-96 rounded-lg border border-line bg-surface px-6 pt-5 pb-6">
        <h1 ref={heading} tabIndex={-1} className="mb-4 text-lg font-semibold outline-none">
          {title}
        </h1>
        {!isSecureContext && (
          <div className="mb-4">
            <Notice
              tone="warn"
              title="This connection is not encrypted"
              content="Others on the network can read what you send, your password too. Ask your administrator for an address that begins with https."
            />
          </div>
        )}
        {children}
      </section>
    </main>
  )
}

/** A line that says why signing in did not work. */
export const SignInProblem = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="rounded-md border border-bad/60 bg-sunken px-3 py-2 text-bad [overflow-wrap:anywhere]">
    {children}
  </p>
)

import type { ReactNode } from 'react'

/** A part of the form under a heading of its own. */
export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="flex flex-col gap-4 border-t border-line pt-6">
    <h2 className="text-lg font-semibold">{title}</h2>
    {children}
  </section>
)

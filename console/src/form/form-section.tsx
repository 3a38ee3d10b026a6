import type { ReactNode } from 'react'

interface FormSectionProps {
  title: string
  /** It has a single list, whose label would repeat the heading. */
  single?: boolean
  children: ReactNode
}

/** A part of the form under a heading of its own. */
export const FormSection = ({ title, single, children }: FormSectionProps) => (
  <section
    aria-label={title}
    className={`flex flex-col gap-4 border-t border-line pt-6 ${single ? '[&>fieldset>legend]:sr-only' : ''}`}
  >
    <h2 className="text-lg font-semibold">{title}</h2>
    {children}
  </section>
)

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ToneMark, type Tone } from '~/ui/badge.tsx'
import type { Path } from '../paths/path.ts'

export type Severity = 'critical' | 'warning' | 'notice'

/** Something that needs attention, in words. */
export interface Attention {
  id: string
  severity: Severity
  /** `Instance failed`. */
  text: string
  name: ReactNode
  /** Where it is repaired. */
  to?: Path | undefined
  reason?: string | null | undefined
  /** Since when. */
  time?: ReactNode
}

const tones: Record<Severity, Tone> = { critical: 'bad', warning: 'warn', notice: 'idle' }
const words: Record<Severity, string> = { critical: 'Critical', warning: 'Warning', notice: 'Notice' }

/** What needs attention, each with a link to where it is repaired. */
export const AttentionList = ({ items, children }: { items: readonly Attention[]; children?: ReactNode }) => (
  <>
    {items.length === 0 ? (
      <p className="px-4 py-3 text-ink-2">Nothing needs attention.</p>
    ) : (
      <ul className="divide-y divide-line">
        {items.map(({ id, severity, text, name, to, reason, time }) => (
          <li key={id} className="flex gap-2.5 px-4 py-2.5">
            <span className="flex h-5 items-center">
              <ToneMark tone={tones[severity]} />
              <span className="sr-only">{words[severity]}</span>
            </span>
            <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <p>
                {text}{' '}
                {to ? (
                  <Link to={to} className="font-medium text-accent hover:underline">
                    {name}
                  </Link>
                ) : (
                  <span className="font-medium">{name}</span>
                )}
              </p>
              {reason && <p className="text-sm text-ink-2">{reason}</p>}
            </div>
            {time && <span className="flex-none text-sm text-ink-3">{time}</span>}
          </li>
        ))}
      </ul>
    )}
    {children && <div className="border-t border-line px-4 py-2 text-sm text-ink-2">{children}</div>}
  </>
)

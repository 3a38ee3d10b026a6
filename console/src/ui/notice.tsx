import type { ReactNode } from 'react'
import { ToneMark, type Tone } from './badge.tsx'

const frame: Record<Tone, string> = {
  ok: 'border-ok/40',
  busy: 'border-busy/50',
  warn: 'border-busy/50',
  odd: 'border-odd/50',
  bad: 'border-bad/60',
  idle: 'border-line',
}

export interface NoticeProps {
  tone?: Tone
  title?: ReactNode
  content?: ReactNode
  /** Buttons or links under the words. */
  actions?: ReactNode
}

/** A framed remark within a page, panel or modal. Errors are announced when they appear. */
export const Notice = ({ tone = 'idle', title, content, actions }: NoticeProps) => (
  <div
    role={tone === 'bad' ? 'alert' : undefined}
    className={`flex gap-2.5 rounded-md border bg-sunken px-3 py-2.5 ${frame[tone]}`}
  >
    <span className="flex h-5 items-center">
      <ToneMark tone={tone} />
    </span>
    <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
      {title && <p className={`font-medium ${tone === 'bad' ? 'text-bad' : ''}`}>{title}</p>}
      {content && <div className="text-ink-2">{content}</div>}
      {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
    </div>
  </div>
)

import type { ReactNode } from 'react'

export interface MeterCardProps {
  title: string
  /** Beside the title: both amounts. */
  figures: ReactNode
  /** What the meter is called. */
  label: string
  /** The same in words. */
  words: string
  /** Hundredths of a percent. */
  points: number
  isRed: boolean
  /** Under the bar, left and right. */
  left: ReactNode
  right: ReactNode
}

/** How much of something is in use, as a bar and in figures. */
export const MeterCard = ({ title, figures, label, words, points, isRed, left, right }: MeterCardProps) => (
  <div className="min-w-0 flex-1 basis-72 rounded-lg border border-line bg-surface px-4 py-3">
    <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 className="font-semibold">{title}</h2>
      <span translate="no" className="text-mono [overflow-wrap:anywhere]">
        {figures}
      </span>
    </div>
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.min(points, 10_000) / 100}
      aria-valuetext={words}
      className="h-2 overflow-hidden rounded-full bg-sunken outline-1 -outline-offset-1 outline-line-strong"
    >
      <div
        className={`h-full min-w-px ${isRed ? 'bg-bad-fill' : 'bg-accent-fill'}`}
        style={{ width: `${Math.min(points, 10_000) / 100}%` }}
      />
    </div>
    <p translate="no" className="mt-2 flex flex-wrap justify-between gap-x-4 text-sm text-ink-3">
      <span>{left}</span>
      <span className="[overflow-wrap:anywhere]">{right}</span>
    </p>
  </div>
)

import type { ReactNode } from 'react'
import { upperFirst } from '~/lib/format/words.ts'

export type Tone = 'ok' | 'busy' | 'warn' | 'odd' | 'bad' | 'idle'

const tones: Record<string, Tone> = {
  ...of('ok', 'running attached ready active delivered'),
  ...of(
    'busy',
    'creating starting stopping rebooting attaching detaching import_ready importing_from_url importing_from_bulk_writes finalizing collecting destroying pending',
  ),
  ...of('odd', 'migrating repairing maintenance'),
  ...of('bad', 'failed faulted'),
  ...of('idle', 'stopped detached destroyed'),
}

function of(tone: Tone, states: string): Record<string, Tone> {
  return Object.fromEntries(states.split(' ').map((state) => [state, tone]))
}

/** The colour of a state; one that is unknown is grey. */
export const stateTone = (state: string): Tone => tones[state] ?? 'idle'

/** `importing_from_url` → `Importing from url`. */
export const stateLabel = (state: string): string => upperFirst(state.replaceAll('_', ' '))

const ink: Record<Tone, string> = { ok: '', busy: '', warn: '', odd: '', bad: 'text-bad', idle: 'text-ink-2' }

// Each tone has its own shape: no state is shown by colour alone.
const mark: Record<Tone, string> = {
  ok: 'rounded-full bg-ok',
  busy: 'rounded-full border-(length:--ring) border-busy border-r-transparent animate-turn',
  warn: 'bg-busy [clip-path:polygon(50%_0,100%_100%,0_100%)]',
  odd: 'rotate-45 bg-odd animate-breathe',
  bad: 'rounded-xs bg-bad',
  idle: 'rounded-full border-(length:--ring) border-idle',
}

/** The dot of a tone, for chips and toasts whose words stand beside it. */
export const ToneMark = ({ tone }: { tone: Tone }) => (
  <span aria-hidden="true" data-tone={tone} className={`tone-mark inline-block size-1.75 flex-none ${mark[tone]}`} />
)

export interface StateBadgeProps {
  /** The API's word: `running`, `import_ready`. */
  state: string
  /** Other words than the state's own. */
  label?: string
  tone?: Tone
  /** Beside the word, dim: how long it has been so. */
  note?: ReactNode
}

/** A state as a mark and a word. */
export function StateBadge({ state, label = stateLabel(state), tone = stateTone(state), note }: StateBadgeProps) {
  return (
    <span className={`inline-flex items-center gap-1.75 text-md whitespace-nowrap ${ink[tone]}`}>
      <ToneMark tone={tone} />
      {/* A program that translates pages replaces text, which then no longer follows the state. */}
      <span key={label} translate="no">
        {label}
      </span>
      {note && <small className="text-xs text-ink-3">{note}</small>}
    </span>
  )
}

/** A short word in a frame: `default`, `Deleted`, `estimate`. */
export const Badge = ({ tone, children }: { tone?: Tone | 'accent'; children: ReactNode }) => (
  <span
    className={`inline-flex items-center rounded-sm border px-1.5 text-2xs/4 font-medium whitespace-nowrap ${
      tone === 'accent'
        ? 'border-accent/50 text-accent'
        : tone === 'bad'
          ? 'border-bad/50 text-bad'
          : 'border-line text-ink-2'
    }`}
  >
    {children}
  </span>
)

import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '~/ui/button.tsx'

const keys: readonly { label: string; sends: string; face?: ReactNode }[] = [
  { label: 'Esc', sends: '\x1b' },
  { label: 'Tab', sends: '\t' },
  { label: 'Up', sends: '\x1b[A', face: <ArrowUp /> },
  { label: 'Down', sends: '\x1b[B', face: <ArrowDown /> },
  { label: 'Left', sends: '\x1b[D', face: <ArrowLeft /> },
  { label: 'Right', sends: '\x1b[C', face: <ArrowRight /> },
]

interface KeyBarProps {
  onKey: (text: string) => void
  /** The next key is pressed together with Ctrl. */
  ctrl: boolean
  onCtrl: (on: boolean) => void
}

/** The keys that a phone's keyboard lacks. Pressing one leaves focus, and that keyboard, where it is. */
export const KeyBar = ({ onKey, ctrl, onCtrl }: KeyBarProps) => (
  <div
    role="toolbar"
    aria-label="Terminal keys"
    className="grid auto-cols-[minmax(0,1fr)] grid-flow-col gap-1 border-t border-line bg-surface p-1 lg:hidden"
    onPointerDown={(event) => event.preventDefault()}
  >
    <button
      type="button"
      aria-pressed={ctrl}
      className={buttonClass({ pressed: ctrl }, 'min-h-10')}
      onClick={() => onCtrl(!ctrl)}
    >
      Ctrl
    </button>
    {keys.map(({ label, sends, face }) => (
      <button
        key={label}
        type="button"
        aria-label={label}
        className={buttonClass({}, 'min-h-10')}
        onClick={() => onKey(sends)}
      >
        {face ?? label}
      </button>
    ))}
  </div>
)

/** The byte that a key makes together with Ctrl; other text stays as it is. */
export function withCtrl(bytes: Uint8Array): Uint8Array {
  const [byte] = bytes
  return bytes.length === 1 && byte !== undefined && byte >= 0x40 && byte < 0x7f ? Uint8Array.of(byte & 0x1f) : bytes
}

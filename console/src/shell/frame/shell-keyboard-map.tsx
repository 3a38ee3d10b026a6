import KeyboardMap, { type KeyLine } from '~/ui/keyboard-map.tsx'
import { useIsFleetViewer } from '../access/session.ts'
import { navigation } from './navigation.ts'

const places = [...navigation.silo, ...navigation.project].flatMap(({ key, label }): KeyLine[] =>
  key ? [{ keys: ['g', key], does: label }] : [],
)

/** For fleet viewers alone. */
const areas: KeyLine = { keys: ['g', 's'], does: 'Silo or system' }

const lines: readonly KeyLine[] = [
  { keys: ['mod+K'], does: 'Quick actions' },
  { keys: ['/'], does: 'Search box of the table' },
  { keys: ['c'], does: 'Create' },
  { keys: ['r'], does: 'Refresh' },
  ...places,
  { keys: ['g', 'a'], does: 'Activity' },
  areas,
  { keys: ['j', 'k', 'Enter'], does: 'Row down, up, open' },
  { keys: ['x', 'shift+x'], does: 'Select row, range' },
  { keys: ['.'], does: 'Row menu' },
  { keys: ['[', ']'], does: 'Previous, next page' },
  { keys: ['left', 'right'], does: 'Previous, next tab' },
  { keys: ['mod+Enter'], does: 'Submit form, run query' },
  { keys: ['Esc'], does: 'Close the top layer' },
]

export default function ShellKeyboardMap({ onClose }: { onClose: () => void }) {
  const isFleetViewer = useIsFleetViewer()
  return <KeyboardMap lines={lines.filter((line) => isFleetViewer || line !== areas)} onClose={onClose} />
}

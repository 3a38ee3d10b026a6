import { useId } from 'react'
import { setSingleKeys, useSingleKeys } from '~/lib/hotkeys.ts'
import { Kbd } from './kbd.tsx'
import { Modal } from './modal.tsx'

/** One line of the map: `{ keys: ['j', 'k'], does: 'Row down, up' }`. */
export interface KeyLine {
  keys: readonly string[]
  does: string
}

/** The dialog of `?`, loaded on demand: `lazyPart(() => import('~/ui/keyboard-map.tsx'))`. */
export default function KeyboardMap({ lines, onClose }: { lines: readonly KeyLine[]; onClose: () => void }) {
  const id = useId()
  const on = useSingleKeys()
  return (
    <Modal title="Keyboard map" size="free" onDismiss={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
        {lines.map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key} keys={key} />
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label htmlFor={id} className="flex items-center gap-2">
        <input
          id={id}
          type="checkbox"
          className="tick"
          checked={on}
          onChange={(event) => setSingleKeys(event.target.checked)}
        />
        Single-letter keys
      </label>
    </Modal>
  )
}

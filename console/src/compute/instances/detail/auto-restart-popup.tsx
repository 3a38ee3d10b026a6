import { Popover } from '@base-ui/react/popover'
import type { RefObject } from 'react'
import type { Instance } from '~/api/types.gen.ts'
import { Fact, Facts } from '~/ui/facts.tsx'
import { policyLabel } from './auto-restart-policy.ts'

interface AutoRestartPopupProps {
  anchor: RefObject<HTMLButtonElement | null>
  instance: Instance
  /** Nothing where it is not restarted. */
  nextRestart: string | undefined
  onClose: () => void
}

export default function AutoRestartPopup({ anchor, instance, nextRestart, onClose }: AutoRestartPopupProps) {
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} sideOffset={4} align="start" collisionPadding={8} className="z-60">
          <Popover.Popup
            finalFocus={anchor}
            className="popup w-72 overflow-hidden outline-none"
            aria-label="Automatic restart"
          >
            <Facts columns={1}>
              <Fact label="Enabled">{instance.autoRestartEnabled ? 'Yes' : 'No'}</Fact>
              <Fact label="Policy">{policyLabel(instance.autoRestartPolicy)}</Fact>
              <Fact label="Restart">{nextRestart}</Fact>
            </Facts>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

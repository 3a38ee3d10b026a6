import { instanceAutoRestart } from '@skerry/contract/rules/instances.ts'
import { useRef, useState } from 'react'
import type { Instance } from '~/api/types.gen.ts'
import { useNow } from '~/lib/clock.ts'
import { spanInWords } from '~/lib/format/time.ts'
import { Button } from '~/ui/button.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'

const AutoRestartPopup = lazyPart(() => import('./auto-restart-popup.tsx'))

/** `Waiting (5 minutes)`, `Restarting soon`, or nothing where it is not restarted. */
function nextRestartOf(instance: Instance, now: number): string | undefined {
  const restart = instanceAutoRestart(instance, new Date(now))
  const left = (instance.autoRestartCooldownExpiration?.getTime() ?? 0) - now
  return restart && (restart === 'due' ? 'Restarting soon' : `Waiting (${spanInWords(left)})`)
}

/** What becomes of an instance that failed. */
export default function AutoRestartState({ instance }: { instance: Instance }) {
  const nextRestart = nextRestartOf(instance, useNow())
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        size="sm"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={AutoRestartPopup.prefetch}
        onFocus={AutoRestartPopup.prefetch}
        onClick={() => setOpen(true)}
      >
        {nextRestart ?? 'Not restarted'}
      </Button>
      {open && (
        <PartBoundary onFailed={close}>
          <AutoRestartPopup anchor={button} instance={instance} nextRestart={nextRestart} onClose={close} />
        </PartBoundary>
      )}
    </>
  )
}

import { instanceAutoRestart } from '@skerry/contract/rules/instances.ts'
import { Popover } from '@base-ui/react/popover'
import type { Instance } from '~/api/types.gen.ts'
import { buttonClass } from '~/ui/button.tsx'
import { useNow } from '~/ui/clock.ts'
import { Fact, Facts } from '~/ui/facts.tsx'
import { spanInWords } from '~/ui/format/time.ts'
import { policyLabel } from './auto-restart-policy.ts'

/** `Waiting (5 minutes)`, `Restarting soon`, or nothing where it is not restarted. */
function outlookOf(instance: Instance, now: number): string | undefined {
  const restart = instanceAutoRestart(instance, new Date(now))
  const left = (instance.autoRestartCooldownExpiration?.getTime() ?? 0) - now
  return restart && (restart === 'due' ? 'Restarting soon' : `Waiting (${spanInWords(left)})`)
}

/** What becomes of an instance that failed. */
export function AutoRestartState({ instance }: { instance: Instance }) {
  const outlook = outlookOf(instance, useNow())
  return (
    <Popover.Root>
      <Popover.Trigger className={buttonClass({ variant: 'quiet', size: 'sm' })}>
        {outlook ?? 'Not restarted'}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="start" collisionPadding={8} className="z-60">
          <Popover.Popup className="popup w-72 overflow-hidden outline-none" aria-label="Automatic restart">
            <Facts columns={1}>
              <Fact label="Enabled">{instance.autoRestartEnabled ? 'Yes' : 'No'}</Fact>
              <Fact label="Policy">{policyLabel(instance.autoRestartPolicy)}</Fact>
              <Fact label="Restart">{outlook}</Fact>
            </Facts>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

import { Popover } from '@base-ui/react/popover'
import { useStore } from '~/lib/store.ts'
import { Button } from '~/ui/button.tsx'
import { chaos, chaosKinds } from './chaos.ts'

const rates = [0, 0.05, 0.2, 0.5]
const percent = (rate: number) => (rate === 0 ? 'off' : `${Math.round(rate * 100)} %`)

/** How many requests fail, and in which ways. */
export function ChaosControl() {
  const { rate, kinds } = useStore(chaos)
  const options = rates.includes(rate) ? rates : [...rates, rate]
  const switchKind = (kind: (typeof chaosKinds)[number], on: boolean) =>
    chaos.set({ rate, kinds: chaosKinds.filter((each) => (each === kind ? on : kinds.includes(each))) })
  return (
    <Popover.Root>
      <Popover.Trigger render={<Button size="sm" variant="quiet" pressed={rate > 0} />}>
        Chaos: {percent(rate)}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="start" collisionPadding={8} className="z-60">
          <Popover.Popup className="popup flex w-64 animate-rise flex-col gap-2 p-4 outline-none">
            <Popover.Title className="font-medium">Chaos mode</Popover.Title>
            <label className="flex items-center justify-between gap-2">
              Failing requests
              <select
                value={rate}
                onChange={({ target }) => chaos.set({ rate: Number(target.value), kinds })}
                className="h-7 rounded-md border border-line-strong bg-sunken px-2"
              >
                {options.map((each) => (
                  <option key={each} value={each}>
                    {percent(each)}
                  </option>
                ))}
              </select>
            </label>
            {chaosKinds.map((kind) => (
              <label key={kind} className="flex items-center gap-2">
                <input
                  type="checkbox"
                  checked={kinds.includes(kind)}
                  onChange={({ target }) => switchKind(kind, target.checked)}
                />
                {kind === 'slow' ? 'Late answers' : `Answers of ${kind}`}
              </label>
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

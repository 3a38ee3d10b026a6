import { type ReactNode, useRef, useState } from 'react'
import { useStore } from '~/lib/store.ts'
import { Button } from '~/ui/button.tsx'
import InfoPopup from '~/ui/info-popup.tsx'
import { actors, useActingUser } from './actors.ts'
import { ChaosControl } from './chaos-control.tsx'
import { startup } from './control-plane.ts'

/** The technical preview's bar above every page: its state, the acting user, an explanation, and a reset. */
export function PreviewBanner({ onSwitch }: { onSwitch: (user: string) => Promise<void> }) {
  const state = useStore(startup)
  return (
    <aside
      aria-label="Technical preview"
      className="preview-bar flex flex-wrap content-center items-center gap-x-3 gap-y-1 overflow-x-auto border-b border-busy/50 bg-raised px-3 whitespace-nowrap"
    >
      <b className="font-medium">Technical preview</b>
      {state.phase === 'ready' ? (
        <Controls onSwitch={onSwitch} />
      ) : state.phase === 'loading' ? (
        <span role="status">Loading the demo data: {Math.round(state.part * 100)} %</span>
      ) : (
        <>
          <span role="alert" className="text-bad">
            It could not start: {state.why}
          </span>
          <Button size="sm" onClick={() => location.reload()}>
            Reload
          </Button>
        </>
      )}
    </aside>
  )
}

function Controls({ onSwitch }: { onSwitch: (user: string) => Promise<void> }) {
  const user = useActingUser()
  const [wanted, setWanted] = useState<string>()
  const change = async (name: string) => {
    setWanted(name)
    await onSwitch(name)
    setWanted(undefined)
  }
  const shown = wanted ?? user ?? ''
  return (
    <>
      <span className="text-ink-2 max-md:hidden">All data is in this page. A reload resets it.</span>
      <LearnMore />
      <ChaosControl />
      <label className="ml-auto flex min-w-24 items-center gap-2 text-ink-2 max-md:ml-0 max-md:grow max-md:basis-3/4">
        <span className="max-md:sr-only">Act as</span>
        <select
          value={shown}
          disabled={wanted !== undefined}
          onChange={({ target }) => void change(target.value)}
          className="h-7 w-full rounded-md border border-line-strong bg-sunken px-2 text-ink"
        >
          {actors.every(({ user: name }) => name !== shown) && <option value={shown}>{shown || 'signed out'}</option>}
          {actors.map(({ user: name, role }) => (
            <option key={name} value={name}>
              {name} ({role})
            </option>
          ))}
        </select>
      </label>
      <Button size="sm" onClick={() => location.assign(import.meta.env.BASE_URL)}>
        Reset
      </Button>
    </>
  )
}

function LearnMore() {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button ref={button} size="sm" variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Learn more
      </Button>
      {open && (
        <InfoPopup anchor={button} title="Technical preview" onClose={() => setOpen(false)}>
          {explanation}
        </InfoPopup>
      )}
    </>
  )
}

const explanation: ReactNode = (
  <>
    Skerry&rsquo;s control plane and its database run in this browser tab, over simulated hardware with demo data. No
    request leaves the page. A reload, Reset, or closing the tab loses all changes. Users of the silo
    &ldquo;default&rdquo; sign in with the password &ldquo;preview&rdquo;. A page cannot do single sign-on by SAML, send
    webhooks, or keep support bundles and update repositories.
    {!isSecureContext && ' Without HTTPS it cannot check certificates and ECDSA keys either.'}
  </>
)

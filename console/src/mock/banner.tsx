import { type ReactNode, useRef, useState } from 'react'
import { Button } from '~/ui/button.tsx'
import InfoPopup from '~/ui/info-popup.tsx'
import { useStore } from '~/ui/store.ts'
import { actors } from './actors.ts'
import { startup } from './control-plane.ts'

/** The technical preview's bar above every page: its state, the acting user, an explanation, and a reset. */
export function PreviewBanner({ onSwitch }: { onSwitch: (user: string) => Promise<void> }) {
  const state = useStore(startup)
  return (
    <aside
      aria-label="Technical preview"
      className="preview-bar flex items-center gap-3 overflow-x-auto border-b border-busy/50 bg-raised px-3 whitespace-nowrap"
    >
      <b className="font-medium">Technical preview</b>
      {state.phase === 'ready' ? (
        <Controls onSwitch={onSwitch} />
      ) : state.phase === 'loading' ? (
        <span role="status">Loading the demo data: {Math.round(state.part * 100)} %</span>
      ) : (
        <span role="alert" className="text-bad">
          It could not start: {state.why}
        </span>
      )}
    </aside>
  )
}

function Controls({ onSwitch }: { onSwitch: (user: string) => Promise<void> }) {
  const [user, setUser] = useState(actors[0]!.user)
  const [switching, setSwitching] = useState(false)
  const change = async (wanted: string) => {
    setUser(wanted)
    setSwitching(true)
    await onSwitch(wanted)
    setSwitching(false)
  }
  return (
    <>
      <span className="text-ink-2 max-md:hidden">All data is in this page. A reload resets it.</span>
      <LearnMore />
      <label className="ml-auto flex items-center gap-2 text-ink-2">
        Act as
        <select
          value={user}
          disabled={switching}
          onChange={({ target }) => void change(target.value)}
          className="h-7 rounded-md border border-line-strong bg-sunken px-2 text-ink"
        >
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
    request leaves the page. A reload, Reset, or closing the tab loses all changes. The password of every demo user is
    &ldquo;preview&rdquo;. A page cannot do single sign-on by SAML, send webhooks, or keep support bundles and update
    repositories.{!isSecureContext && ' Without HTTPS it cannot check certificates and ECDSA keys either.'}
  </>
)

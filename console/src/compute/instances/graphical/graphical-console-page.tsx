import { Toolbar } from '@base-ui/react/toolbar'
import { useQuery } from '@tanstack/react-query'
import { ClipboardType, Keyboard, Maximize, Minimize } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { serverQuery } from '~/shell/access/capabilities.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { StateBadge } from '~/ui/badge.tsx'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { connectionTones } from '../console-access.ts'
import { useInstance } from '../use-instance.ts'
import { combinations } from './keys.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useScreen } from './use-screen.ts'

const TypeText = lazyPart(() => import('./type-text.tsx'))

export function GraphicalConsolePage() {
  const { params } = useInstance()
  const place = useRef<HTMLDivElement>(null)
  const role = useRefusal('instance_graphical_console_stream', { project: params.project })
  const { data: server } = useQuery(serverQuery)
  const lacking =
    server && !server.capabilities?.graphicalConsole && 'Not on this platform: its instances have no display'
  const refusal = role ?? (lacking || undefined)
  const console = useScreen(place, params, refusal)
  const { status, why, typed } = console
  const fullScreen = useFullScreen()
  const [pasting, setPasting] = useState(false)
  const cut = status === 'disconnected' || status === 'error'
  const connected = status === 'connected'
  const inactive = !connected && 'Not connected'

  // The machine gets all other keys, Tab too.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || !event.shiftKey) return
    event.stopPropagation()
    console.releaseShift()
  }

  return (
    <>
      <PageHeader title="Graphical console" badge={<StateBadge state={status} tone={connectionTones[status]} />}>
        <Button onClick={console.reconnect} refusal={refusal}>
          Reconnect
        </Button>
        <ButtonLink to="/projects/$project/instances/$instance/storage" params={params}>
          Back to instance
        </ButtonLink>
      </PageHeader>
      <section
        aria-label="Display"
        className={`flex flex-col overflow-hidden bg-sunken ${
          fullScreen.on ? 'fixed inset-0 z-40' : 'mb-6 min-h-80 flex-1 rounded-lg border border-line'
        }`}
      >
        <Toolbar.Root
          aria-label="Display tools"
          className="flex flex-wrap items-center gap-1 border-b border-line bg-surface px-2 py-1"
        >
          <MenuButton
            label="Send keys"
            align="start"
            items={combinations.map(({ label, chord }) => ({
              label,
              refusal: inactive,
              onSelect: () => console.press(chord),
            }))}
          >
            <Keyboard /> Send keys
          </MenuButton>
          <Toolbar.Button
            render={
              <Button variant="quiet" refusal={inactive} onClick={() => setPasting(true)}>
                <ClipboardType /> Type text
              </Button>
            }
          />
          {fullScreen.toggle && (
            <Toolbar.Button
              render={
                <Button variant="quiet" onClick={fullScreen.toggle}>
                  {fullScreen.on ? <Minimize /> : <Maximize />} {fullScreen.on ? 'Leave full screen' : 'Full screen'}
                </Button>
              }
            />
          )}
          <span role="status" className="ml-auto px-1 text-sm text-ink-2">
            {typed ? `Typing ${typed.count} of ${typed.of}` : ''}
          </span>
          {typed && (
            <Toolbar.Button
              render={
                <Button size="sm" onClick={console.stopTyping}>
                  Stop
                </Button>
              }
            />
          )}
        </Toolbar.Root>
        {!connected && (
          <p role={cut ? 'alert' : undefined} className="border-b border-line bg-surface px-3.5 py-2.5">
            <b className="font-medium">{cut ? 'Cannot connect.' : 'Connecting …'}</b>{' '}
            <span className="text-ink-2">{why}</span>
          </p>
        )}
        <div className="min-h-0 flex-1 p-2" onKeyDownCapture={onKeyDown}>
          <div ref={place} data-no-hotkeys className="size-full overflow-hidden" />
        </div>
      </section>
      <p className="mb-4 text-xs text-ink-3 max-lg:hidden">
        Select the display to type in it. Press Shift+Tab to leave it and reach its tools.
      </p>
      {pasting && (
        <PartBoundary onFailed={() => setPasting(false)}>
          <TypeText
            onType={console.type}
            onClose={() => {
              setPasting(false)
              console.focus()
            }}
          />
        </PartBoundary>
      )}
    </>
  )
}

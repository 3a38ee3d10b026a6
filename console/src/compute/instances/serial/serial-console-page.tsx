import '@xterm/xterm/css/xterm.css'
import { Toolbar } from '@base-ui/react/toolbar'
import { ArrowDownToLine, ArrowUpToLine, Copy, Download, Ear, Pause, Play, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { browserStorage } from '~/lib/browser-storage.ts'
import { copyText } from '~/lib/copy.ts'
import { download } from '~/lib/download.ts'
import { formatBytes } from '~/lib/format/numbers.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { StateBadge } from '~/ui/badge.tsx'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { IconButton, type IconButtonProps } from '~/ui/icon-button.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { connectionTones } from '../console-access.ts'
import { CliCommandButton } from '../detail/cli-command.tsx'
import { useInstance } from '../use-instance.ts'
import { FindBar } from './find-bar.tsx'
import { KeyBar } from './key-bar.tsx'
import { terminalHint, useSerialConsole } from './use-console.ts'

const screenReaderKey = 'skerry.terminal-screen-reader'

export function SerialConsolePage() {
  const { params, instance } = useInstance()
  const place = useRef<HTMLDivElement>(null)
  const refusal = useRefusal('instance_serial_console_stream', { project: params.project })
  const console = useSerialConsole(place, params, refusal)
  const { terminal, status, why } = console
  const [paused, setPaused] = useState(false)
  const [finding, setFinding] = useState(false)
  const [screenReader, setScreenReader] = useState(() => browserStorage.read(screenReaderKey) === 'on')

  useEffect(() => {
    terminal?.setScreenReader(screenReader)
    browserStorage.write(screenReaderKey, screenReader ? 'on' : 'off')
  }, [terminal, screenReader])
  useEffect(() => terminal?.pause(paused), [terminal, paused])

  const closeFind = () => {
    setFinding(false)
    terminal?.focus()
  }
  const cut = status === 'disconnected' || status === 'error'

  return (
    <>
      <PageHeader title="Serial console" badge={<StateBadge state={status} tone={connectionTones[status]} />}>
        <Button onClick={console.reconnect} refusal={refusal}>
          Reconnect
        </Button>
        <CliCommandButton params={params} />
        <ButtonLink to="/projects/$project/instances/$instance/storage" params={params}>
          Back to instance
        </ButtonLink>
      </PageHeader>
      <section
        aria-label="Terminal"
        className="mb-6 flex min-h-80 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-sunken"
      >
        <Toolbar.Root
          aria-label="Terminal tools"
          className="flex flex-wrap items-center gap-1 border-b border-line bg-surface px-2 py-1"
        >
          <Tool
            label={paused ? 'Resume output' : 'Pause output'}
            icon={paused ? <Play /> : <Pause />}
            onClick={() => setPaused(!paused)}
          />
          <Tool label="Copy selection or all" icon={<Copy />} onClick={() => void copyText(terminal?.text() ?? '')} />
          <Tool
            label="Find"
            icon={<Search />}
            aria-expanded={finding}
            onClick={() => (finding ? closeFind() : setFinding(true))}
          />
          <Tool
            label="Download as text"
            icon={<Download />}
            onClick={() => download(`${instance.name}-serial-console.txt`, terminal?.allText() ?? '')}
          />
          <Tool label="To the top" icon={<ArrowUpToLine />} onClick={terminal?.scrollToTop} />
          <Tool label="To the bottom" icon={<ArrowDownToLine />} onClick={terminal?.scrollToBottom} />
          <Tool
            label="Screen reader mode"
            icon={<Ear />}
            pressed={screenReader}
            onClick={() => setScreenReader(!screenReader)}
          />
          <span role="status" className="ml-auto px-1 text-sm text-ink-2">
            {paused ? `Paused: ${formatBytes(console.pausedBytes)} not shown` : cut ? '' : why}
          </span>
        </Toolbar.Root>
        {finding && terminal && <FindBar terminal={terminal} found={console.found} onClose={closeFind} />}
        {cut && (
          <p role="alert" className="border-b border-line bg-surface px-3.5 py-2.5">
            <b className="font-medium">Cannot connect.</b> <span className="text-ink-2">{why}</span>
          </p>
        )}
        <div className="min-h-0 flex-1 py-2 pl-3">
          <div ref={place} data-no-hotkeys className="size-full overflow-hidden" />
        </div>
        <KeyBar onKey={console.send} ctrl={console.ctrl} onCtrl={console.setCtrl} />
      </section>
      <p id={terminalHint} className="mb-4 text-xs text-ink-3 max-lg:hidden">
        Press Shift+Tab to leave the terminal and reach its tools, such as screen reader mode.
      </p>
    </>
  )
}

/** A button of the toolbar, which is one stop of the Tab key; arrows lead from one to the next. */
const Tool = (props: IconButtonProps) => <Toolbar.Button render={<IconButton variant="quiet" {...props} />} />

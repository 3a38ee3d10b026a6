import { type RefObject, useEffect, useRef, useState } from 'react'
import { apiPath } from '~/api/client.ts'
import { useTheme } from '~/lib/theme.ts'
import { consoleAvailability, socketAddress } from '../console-access.ts'
import type { ConnectionStatus } from '../lasting-socket.ts'
import { type InstanceParams, instanceSelector } from '../queries.ts'
import { SerialConnection } from './connection.ts'
import { ConsoleTerminal, type Found } from './console-terminal.ts'
import { withCtrl } from './key-bar.tsx'
import { historyBytes } from './overlap.ts'

/** Id of the text that says how the keyboard gets out of the terminal. */
export const terminalHint = 'terminal-hint'

const addressOf = (params: InstanceParams): string => {
  const { path, query } = { query: {}, ...instanceSelector(params) }
  return socketAddress(apiPath('instanceSerialConsoleStream', { path, query: { ...query, mostRecent: historyBytes } }))
}

export interface SerialConsole {
  status: ConnectionStatus
  /** Why there is no connection. */
  why: string
  /** Null before it is on the page. */
  terminal: ConsoleTerminal | null
  /** Bytes that wait while the output is paused. */
  pausedBytes: number
  found: Found
  /** The next key goes together with Ctrl. */
  ctrl: boolean
  setCtrl: (on: boolean) => void
  send: (text: string) => void
  reconnect: () => void
}

/** A terminal in `place`, joined to an instance's serial port. @param refusal why it may not be opened at all. */
export function useSerialConsole(
  place: RefObject<HTMLElement | null>,
  params: InstanceParams,
  refusal: string | undefined,
): SerialConsole {
  const { project, instance } = params
  const [{ status, why }, setStatus] = useState<{ status: ConnectionStatus; why: string }>({
    status: 'connecting',
    why: '',
  })
  const [terminal, setTerminal] = useState<ConsoleTerminal | null>(null)
  const [pausedBytes, setPausedBytes] = useState(0)
  const [found, setFound] = useState<Found>({ at: 0, count: 0 })
  const [ctrl, setCtrl] = useState(false)
  const connection = useRef<SerialConnection | null>(null)
  const input = useRef((_: Uint8Array) => {})
  const theme = useTheme()

  useEffect(() => {
    input.current = (bytes) => {
      connection.current?.send(ctrl ? withCtrl(bytes) : bytes)
      setCtrl(false)
    }
  }, [ctrl])

  useEffect(() => {
    if (!place.current) return
    const made = new ConsoleTerminal({
      element: place.current,
      onInput: (bytes) => input.current(bytes),
      onPausedBytes: setPausedBytes,
      onFound: setFound,
      describedBy: terminalHint,
    })
    setTerminal(made)
    return () => {
      setTerminal(null)
      made.close()
    }
  }, [place, project, instance])

  useEffect(() => {
    if (!terminal || refusal) return
    const made = new SerialConnection({
      address: addressOf({ project, instance }),
      check: () => consoleAvailability('serialConsole', { project, instance }),
      onStatus: (next, reason) => setStatus({ status: next, why: reason }),
      onOutput: (bytes) => terminal.write(bytes),
      onGap: () => terminal.remark('Some output may be missing here'),
    })
    connection.current = made
    terminal.focus()
    return () => {
      connection.current = null
      made.close()
    }
  }, [terminal, project, instance, refusal])

  useEffect(() => {
    terminal?.recolour()
  }, [terminal, theme])

  return {
    ...(refusal ? { status: 'error' as const, why: refusal } : { status, why }),
    terminal,
    pausedBytes,
    found,
    ctrl,
    setCtrl,
    send: (text) => input.current(new TextEncoder().encode(text)),
    reconnect: () => connection.current?.reconnect(),
  }
}

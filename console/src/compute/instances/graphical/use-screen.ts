import { type RefObject, useEffect, useRef, useState } from 'react'
import { apiPath } from '~/api/client.ts'
import { consoleAvailability, socketAddress } from '../console-access.ts'
import type { ConnectionStatus } from '../lasting-socket.ts'
import { type InstanceParams, instanceSelector } from '../queries.ts'
import type { Chord } from './keys.ts'
import { Screen } from './screen.ts'

export interface GraphicalConsole {
  status: ConnectionStatus
  /** Why there is no connection. */
  why: string
  /** While a text is typed: how much of it was. */
  typed: { count: number; of: number } | null
  press: (chord: Chord) => void
  type: (chords: readonly Chord[]) => void
  stopTyping: () => void
  focus: () => void
  releaseShift: () => void
  reconnect: () => void
}

/** The display of an instance in `place`. @param refusal why it may not be opened at all. */
export function useScreen(
  place: RefObject<HTMLElement | null>,
  params: InstanceParams,
  refusal: string | undefined,
): GraphicalConsole {
  const { project, instance } = params
  const [connection, setConnection] = useState<{ status: ConnectionStatus; why: string }>({
    status: 'connecting',
    why: '',
  })
  const [typed, setTyped] = useState<GraphicalConsole['typed']>(null)
  const screen = useRef<Screen | null>(null)

  useEffect(() => {
    const element = place.current
    if (!element || refusal) return
    const { path, query } = { query: {}, ...instanceSelector({ project, instance }) }
    const made = new Screen({
      address: socketAddress(apiPath('instanceGraphicalConsoleStream', { path, query })),
      check: () => consoleAvailability('graphicalConsole', { project, instance }),
      onStatus: (status, why) => setConnection({ status, why }),
      element,
      label: `Screen of ${instance}`,
    })
    screen.current = made
    return () => {
      screen.current = null
      made.close()
    }
  }, [place, project, instance, refusal])

  const type = async (chords: readonly Chord[]) => {
    await screen.current?.type(chords, (count) => setTyped({ count, of: chords.length }))
    setTyped(null)
  }

  return {
    ...(refusal ? { status: 'error' as const, why: refusal } : connection),
    typed,
    press: (chord) => screen.current?.press(chord),
    type: (chords) => void type(chords),
    stopTyping: () => screen.current?.stopTyping(),
    focus: () => screen.current?.focus(),
    releaseShift: () => screen.current?.releaseShift(),
    reconnect: () => screen.current?.reconnect(),
  }
}

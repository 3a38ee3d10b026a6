import { instanceCan } from '@skerry/contract/rules/instances.ts'
import { ApiError } from '~/api/errors.ts'
import { queryClient } from '~/api/query-client.ts'
import type { Tone } from '~/ui/badge.tsx'
import type { Availability, ConnectionStatus } from './lasting-socket.ts'
import { type InstanceParams, instanceQuery } from './queries.ts'

/** @param path of the API */
export function socketAddress(path: string): string {
  const address = new URL(path, location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return address.href
}

/** Whether the instance has that console now, as the server knows it. */
export async function consoleAvailability(
  kind: 'serialConsole' | 'graphicalConsole',
  params: InstanceParams,
): Promise<Availability> {
  try {
    const instance = await queryClient.fetchQuery({ ...instanceQuery(params), staleTime: 0 })
    if (instanceCan[kind](instance)) return 'now'
    if (instance.runState === 'creating' || instance.runState === 'starting') return 'later'
    return { refused: instanceCan[kind].sentence }
  } catch (error) {
    if (error instanceof ApiError && error.statusCode < 500) return { refused: error.message, isError: true }
    throw error
  }
}

export const connectionTones: Record<ConnectionStatus, Tone> = {
  connecting: 'busy',
  connected: 'ok',
  reconnecting: 'busy',
  disconnected: 'idle',
  error: 'bad',
}

import { stringifyJson } from '@skerry/contract/rules/json.ts'
import type { AggregateBgpMessageHistory } from '~/api/types.gen.ts'
import { formatNumber } from '~/lib/format/numbers.ts'
import { upperFirst } from '~/lib/format/words.ts'
import { numbered } from './numbered.ts'

/** Only the newest messages are listed. */
export const mostMessages = 10_000
const mostText = 300
const mostNetworks = 3

/** One message of a session. The API leaves its form open: messages of another form are shown as they are. */
export interface Message {
  id: string
  name: string
  switch: string
  peer: string
  time: Date | null
  /** `Sent`, `Received`; nothing where that is not said. */
  direction: string
  /** `Keepalive`. */
  type: string
  details: string
  raw: unknown
}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => value !== null && typeof value === 'object'
const cut = (text: string) => (text.length > mostText ? `${text.slice(0, mostText)}…` : text)

function timeOf({ time }: Fields): Date | null {
  const date = time instanceof Date ? time : new Date(typeof time === 'string' ? time : Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}

function networksInWords(networks: readonly unknown[]): string {
  if (networks.length === 0) return 'No networks'
  const rest = networks.length - mostNetworks
  return networks.slice(0, mostNetworks).join(', ') + (rest > 0 ? ` and ${formatNumber(rest)} more` : '')
}

/** The parts of a message of this control plane; undefined for any other. */
function knownMessage(raw: unknown): Pick<Message, 'time' | 'direction' | 'type' | 'details'> | undefined {
  if (!isFields(raw) || !isFields(raw.message) || typeof raw.message.type !== 'string') return undefined
  const { type, ...said } = raw.message
  const details =
    type === 'open'
      ? `ASN ${String(said.asn)}, hold time ${String(said.hold_time)} s`
      : type === 'update' && Array.isArray(said.networks)
        ? networksInWords(said.networks)
        : type === 'notification' && typeof said.reason === 'string'
          ? said.reason
          : Object.keys(said).length > 0
            ? cut(stringifyJson(said))
            : ''
  return {
    time: timeOf(raw),
    direction: typeof raw.direction === 'string' ? upperFirst(raw.direction) : '',
    type: upperFirst(type as string),
    details,
  }
}

/** A change of a session's state, or how many keepalives it had; undefined for anything else. */
function ofSession(raw: unknown): Pick<Message, 'time' | 'direction' | 'type' | 'details'> | undefined {
  if (!isFields(raw)) return undefined
  if (typeof raw.state === 'string')
    return { time: timeOf(raw), direction: '', type: 'State', details: `${raw.state}: ${String(raw.reason)}` }
  if (typeof raw.sent !== 'number' || typeof raw.received !== 'number' || !('keepalives' in raw)) return undefined
  return { time: null, direction: '', type: 'Keepalives', details: `${raw.sent} sent, ${raw.received} received` }
}

/** Keeps a peer without messages on the page. */
const noMessages = 'No messages'

/**
 * The entries of a peer's history, with keys as on the wire: messages, state changes and keepalives of this control
 * plane, else the value itself.
 */
function entriesOf(history: unknown): unknown[] {
  if (Array.isArray(history)) return history.toReversed()
  if (!isFields(history) || !Array.isArray(history.messages)) return [history]
  const { messages, state_changes: stateChanges, keepalives } = history
  const changes: unknown[] = Array.isArray(stateChanges) ? stateChanges : []
  const counted = isFields(keepalives) ? [{ keepalives: true, ...keepalives }] : []
  const all = [...(messages as unknown[]).toReversed(), ...changes.toReversed(), ...counted]
  return all.length > 0 ? all : [noMessages]
}

/** Any other value, cut to a line. */
const rawMessage = (raw: unknown) => ({
  time: isFields(raw) ? timeOf(raw) : null,
  direction: '',
  type: '',
  details: cut(typeof raw === 'string' ? raw : stringifyJson(raw)),
})

/** The messages of all sessions, the newest first, and how many there are in all. */
export function messagesOf({ switchHistories }: AggregateBgpMessageHistory): { messages: Message[]; total: number } {
  const all = switchHistories.flatMap(({ switch: place, history }) =>
    Object.entries(history).flatMap(([peer, said]) => entriesOf(said).map((raw) => ({ switch: place, peer, raw }))),
  )
  const timed = all.map((each) => ({ ...each, at: isFields(each.raw) ? (timeOf(each.raw)?.getTime() ?? 0) : 0 }))
  const newest = timed.toSorted((a, b) => b.at - a.at).slice(0, mostMessages)
  const messages = newest.map(({ at, raw, ...session }) => {
    const read = knownMessage(raw) ?? ofSession(raw) ?? rawMessage(raw)
    return { ...session, raw, ...read, name: [read.direction, read.type || 'message', at].join(' ') }
  })
  return {
    messages: numbered(messages, ({ name, peer, switch: place }) => `${place} ${peer} ${name}`),
    total: all.length,
  }
}

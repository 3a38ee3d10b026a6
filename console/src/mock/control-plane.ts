import { createStore } from '~/lib/store.ts'
import type {
  CarriedAnswer,
  CarriedRequest,
  DatabaseFiles,
  FromControlPlane,
  ToControlPlane,
} from '../../../control-plane/src/browser/messages.ts'

/** Loading, with the part of the demo data that is there, until it is ready for requests. */
export type Startup = { phase: 'loading'; part: number } | { phase: 'ready' } | { phase: 'broken'; why: string }

export const startup = createStore<Startup>({ phase: 'loading', part: 0 })

/** Receives what the control plane sends on a connection. */
export interface Connection {
  onConnected: () => void
  onMessage: (bytes: ArrayBuffer) => void
  onDisconnected: (code: number, reason: string) => void
}

interface PageAnswer extends Omit<CarriedAnswer, 'body'> {
  body: ArrayBuffer | ReadableStream<Uint8Array<ArrayBuffer>> | null
}

const worker = new Worker(new URL('../../../control-plane/src/main.browser.ts', import.meta.url), { type: 'module' })
const post = (message: ToControlPlane, transfer: Transferable[] = []) => worker.postMessage(message, transfer)

const unavailable: CarriedAnswer = { status: 503, headers: [], body: null }
const answers = new Map<number, (answer: CarriedAnswer) => void>()
/** Bodies that come in parts. */
const bodies = new Map<number, ReadableStreamDefaultController<Uint8Array>>()
const acts = new Map<number, () => void>()
const connections = new Map<number, Connection>()
/** Sent once the control plane is ready. */
const waiting: [ToControlPlane, Transferable[]][] = []
let lastId = 0

function send(message: ToControlPlane, transfer: Transferable[] = []): void {
  if (startup.get().phase === 'ready') post(message, transfer)
  else waiting.push([message, transfer])
}

/** Nothing will answer: not what waits, and no later request. */
function breakDown(why: string): void {
  startup.set({ phase: 'broken', why })
  for (const answer of answers.values()) answer(unavailable)
  answers.clear()
  for (const id of bodies.keys()) receivePart(id, null)
}

function receivePart(id: number, bytes: ArrayBuffer | null): void {
  if (bytes) bodies.get(id)?.enqueue(new Uint8Array(bytes))
  else take(bodies, id)?.close()
}

/** The parts of a body, which end with the request. */
const bodyOf = (id: number, signal: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    start(controller) {
      bodies.set(id, controller)
      const abort = () => {
        if (take(bodies, id)) controller.error(signal.reason)
        send({ kind: 'abort', id })
      }
      signal.addEventListener('abort', abort, { once: true })
    },
    cancel() {
      bodies.delete(id)
      send({ kind: 'abort', id })
    },
  })

function take<K, V>(map: Map<K, V>, key: K): V | undefined {
  const value = map.get(key)
  map.delete(key)
  return value
}

worker.addEventListener('message', ({ data }: MessageEvent<FromControlPlane>) => {
  if (data.kind === 'progress') {
    if (data.total > 0) startup.set({ phase: 'loading', part: Math.min(1, data.loaded / data.total) })
  } else if (data.kind === 'ready') {
    startup.set({ phase: 'ready' })
    for (const message of waiting.splice(0)) post(...message)
  } else if (data.kind === 'broken') breakDown(data.message)
  else if (data.kind === 'answer') take(answers, data.id)?.(data.answer)
  else if (data.kind === 'part') receivePart(data.id, data.bytes)
  else if (data.kind === 'acting') take(acts, data.id)?.()
  else if (data.kind === 'connected') connections.get(data.id)?.onConnected()
  else if (data.kind === 'message') connections.get(data.id)?.onMessage(data.bytes)
  else take(connections, data.id)?.onDisconnected(data.code, data.reason)
})
worker.addEventListener('error', ({ message }) => breakDown(message || 'it did not load'))

export const startControlPlane = (files: DatabaseFiles): void => post({ kind: 'start', files })

/** Lets work in the background begin. */
export const reportShown = (): void => send({ kind: 'shown' })

/** Resolves once further requests are those of another user of the first silo. */
export function actAs(user: string): Promise<void> {
  const id = ++lastId
  return new Promise((resolve) => {
    acts.set(id, resolve)
    send({ kind: 'act', id, user })
  })
}

/** Rejects with the signal's reason when that aborts. */
export function request(carried: CarriedRequest, signal: AbortSignal): Promise<PageAnswer> {
  if (startup.get().phase === 'broken') return Promise.resolve(unavailable)
  const id = ++lastId
  return new Promise((resolve, reject) => {
    const abort = () => {
      answers.delete(id)
      send({ kind: 'abort', id })
      reject(signal.reason as Error)
    }
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    answers.set(id, (answer) => {
      signal.removeEventListener('abort', abort)
      resolve(answer.isStream ? { ...answer, body: bodyOf(id, signal) } : answer)
    })
    send({ kind: 'request', id, request: carried }, carried.body ? [carried.body] : [])
  })
}

/** Opens a WebSocket of an operation. */
export function connect(carried: CarriedRequest, connection: Connection) {
  const id = ++lastId
  connections.set(id, connection)
  send({ kind: 'connect', id, request: carried })
  return {
    send: (bytes: ArrayBuffer) => send({ kind: 'send', id, bytes }),
    disconnect: () => {
      connections.delete(id)
      send({ kind: 'disconnect', id })
    },
  }
}

import { createStore } from '~/lib/store.ts'

export const chaosKinds = ['401', '403', '404', '500', 'slow'] as const
export type ChaosKind = (typeof chaosKinds)[number]

export interface Chaos {
  /** The part of all requests that goes wrong: 0 is off. */
  rate: number
  kinds: readonly ChaosKind[]
}

/** Chaos mode: some requests fail or take long, so that anyone can see how the console bears it. */
export const chaos = createStore<Chaos>({ rate: 0, kinds: chaosKinds })

const longestMs = 3000
const codes = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'ObjectNotFound', 500: 'Internal' }

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

let random = Math.random

/** Reads `?chaos=0.2&kinds=404,slow&seed=7`. The same seed and requests give the same failures. */
export function readChaos(search: string): void {
  const asked = new URLSearchParams(search)
  const kinds = asked.get('kinds')?.split(',')
  const rate = Number(asked.get('chaos'))
  if (asked.has('seed')) random = randomFrom(Number(asked.get('seed')))
  if (!(rate > 0)) return
  chaos.set({ rate: Math.min(1, rate), kinds: chaosKinds.filter((kind) => !kinds || kinds.includes(kind)) })
}

/** Signing in and out always works, so that there is a way back. */
const spared = /^\/v1\/(login\/|logout$)/

/** What goes wrong with a request: a delay in milliseconds, and an answer in place of the control plane's. */
export function failureOf(path: string): { delayMs: number; answer?: Response } {
  const { rate, kinds } = chaos.get()
  if (rate === 0 || kinds.length === 0 || spared.test(path) || random() >= rate) return { delayMs: 0 }
  const kind = kinds[Math.floor(random() * kinds.length)]!
  if (kind === 'slow') return { delayMs: Math.round(random() * longestMs) }
  const error = { request_id: 'chaos', error_code: codes[kind], message: `Chaos mode answered ${kind}` }
  return { delayMs: 0, answer: Response.json(error, { status: Number(kind) }) }
}

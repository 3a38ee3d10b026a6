import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FeedHub } from './feed-hub.ts'
import type { FeedMessage, FeedState } from './feed.ts'

type Body = ReadableStreamDefaultController<Uint8Array>

let hub: FeedHub
let states: FeedState[]
/** Requests in their order; each waits until it is answered. */
let answers: ((response: Response) => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  ;[states, answers] = [[], []]
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((answer, fail) => {
        answers.push(answer)
        signal.addEventListener('abort', () => fail(signal.reason))
      }),
  )
  hub = new FeedHub({ url: 'http://skerry.test/v1/events', user: 'u' })
})
afterEach(() => {
  hub.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const page = (message: FeedMessage) => {
  if (message.kind === 'state') states.push(message.state)
}
const watch = () => hub.receive(page, { kind: 'watch', since: Date.now() })
/** Lets time pass on a page that is shown. */
async function pass(seconds: number) {
  for (let i = 1; i <= seconds; i++) {
    await vi.advanceTimersByTimeAsync(1000)
    if (i % 15 === 0) watch()
  }
}
/** Answers the last request with a stream that begins. */
async function answer(): Promise<Body> {
  let body!: Body
  answers.at(-1)!(new Response(new ReadableStream<Uint8Array>({ start: (given) => void (body = given) })))
  body.enqueue(new TextEncoder().encode('id: a-1\nevent: start\ndata: {"user":"u"}\n\n'))
  await vi.advanceTimersByTimeAsync(1)
  return body
}

test('it is open from the first event of an attempt to its end', async () => {
  watch()
  expect(states.at(-1)).toBe('connecting')
  const body = await answer()
  expect(states.at(-1)).toBe('open')
  body.close()
  await pass(3)
  expect(answers).toHaveLength(2)
  expect(states.at(-1)).toBe('connecting')
  await answer()
  expect(states.at(-1)).toBe('open')
})

test('an attempt that is not answered is given up soon, also after a stream that was open', async () => {
  watch()
  ;(await answer()).close()
  await pass(32)
  expect(states.at(-1)).toBe('lost')
  await pass(5)
  expect(answers.length).toBeGreaterThan(2)
})

test('it is not open when a page is shown again after it was stopped', async () => {
  watch()
  await answer()
  hub.receive(page, { kind: 'rest' })
  await vi.advanceTimersByTimeAsync(60_000)
  watch()
  expect(states.at(-1)).toBe('connecting')
  await answer()
  expect(states.at(-1)).toBe('open')
})

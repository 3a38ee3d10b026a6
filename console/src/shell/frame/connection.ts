import type { RegisteredRouter } from '@tanstack/react-router'
import { api, onNoAnswer } from '~/api/api.ts'
import { ConnectionError } from '~/api/errors.ts'
import { queryClient } from '~/api/query-client.ts'
import { createStore } from '~/lib/store.ts'

/** Whether the last request had no answer, and none has arrived since. */
export const connectionLost = createStore(false)
const pingEvery = 5000

/** Any answer proves a connection, also a refusal. */
async function answers(): Promise<boolean> {
  try {
    await api.ping()
    return true
  } catch (error) {
    return !(error instanceof ConnectionError)
  }
}

/**
 * Notices requests without an answer, polls until there is one, then refreshes what is on screen. @returns stops that.
 */
export function watchConnection(router: Pick<RegisteredRouter, 'invalidate'>): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  const ask = async () => {
    if (!(await answers()) || !connectionLost.get()) return
    clearInterval(timer)
    connectionLost.set(false)
    await queryClient.invalidateQueries()
    await router.invalidate()
  }
  const stop = onNoAnswer(() => {
    if (connectionLost.get()) return
    connectionLost.set(true)
    timer = setInterval(ask, pingEvery)
  })
  return () => {
    stop()
    clearInterval(timer)
    connectionLost.set(false)
  }
}

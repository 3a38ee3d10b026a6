import type { RegisteredRouter } from '@tanstack/react-router'
import { ConnectionError } from '~/api/errors.ts'
import { api, onNoAnswer } from '~/api/api.ts'
import { queryClient } from '~/api/query-client.ts'
import { createStore } from '~/ui/store.ts'

/** Whether the last request had no answer, and none has come since. */
export const connectionLost = createStore(false)
const pingEvery = 5000

/** Any answer tells that there is a connection, a refusal too. */
async function answers(): Promise<boolean> {
  try {
    await api.ping()
    return true
  } catch (error) {
    return !(error instanceof ConnectionError)
  }
}

/**
 * Notices requests without an answer, asks until there is one, then reads again what is on the screen.
 * @returns ends that.
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

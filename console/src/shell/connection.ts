import type { RegisteredRouter } from '@tanstack/react-router'
import { ConnectionError } from '~/api/errors.ts'
import { api } from '~/api/api.ts'
import { queryClient } from '~/api/query-client.ts'
import { createStore } from '~/ui/store.ts'

/** Whether the last request had no answer, and none has come since. */
export const connectionLost = createStore(false)
const pingEvery = 5000

async function answers(): Promise<boolean> {
  try {
    return (await api.ping()).type === 'success'
  } catch {
    return false
  }
}

/** Notices requests without an answer, asks until there is one, then reads again what is on the screen. */
export function watchConnection(router: RegisteredRouter): void {
  const lost = (error: unknown) => {
    if (!(error instanceof ConnectionError) || connectionLost.get()) return
    connectionLost.set(true)
    const timer = setInterval(async () => {
      if (!(await answers()) || !connectionLost.get()) return
      clearInterval(timer)
      connectionLost.set(false)
      await queryClient.invalidateQueries()
      await router.invalidate()
    }, pingEvery)
  }
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') lost(event.action.error)
  })
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') lost(event.action.error)
  })
}

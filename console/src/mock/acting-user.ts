import { useSyncExternalStore } from 'react'
import { queryClient } from '~/api/query-client.ts'
import { meQuery } from '~/shell/session.ts'

const cache = queryClient.getQueryCache()
const watch = (listener: () => void) => cache.subscribe(listener)
const name = () => queryClient.getQueryData(meQuery.queryKey)?.displayName

/** The user that the pages show; undefined while nobody is signed in. */
export const useActingUser = (): string | undefined => useSyncExternalStore(watch, name)

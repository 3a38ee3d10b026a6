import { useSyncExternalStore } from 'react'
import { queryClient } from '~/api/query-client.ts'
import { meQuery } from '~/shell/access/session.ts'

/** Users of the demo data, one for each kind of role. */
export const actors: readonly { user: string; role: string }[] = [
  { user: 'admin', role: 'fleet and silo admin' },
  { user: 'astrid-berg', role: 'fleet admin' },
  { user: 'mara-lindqvist', role: 'silo admin' },
  { user: 'leila-haddad', role: 'project collaborator' },
  { user: 'ines-costa', role: 'silo viewer' },
  { user: 'sam-okafor', role: 'no role' },
]

const cache = queryClient.getQueryCache()
const watch = (listener: () => void) => cache.subscribe(listener)
const name = () => queryClient.getQueryData(meQuery.queryKey)?.displayName

/** The user that the pages show; undefined while nobody is signed in. */
export const useActingUser = (): string | undefined => useSyncExternalStore(watch, name)

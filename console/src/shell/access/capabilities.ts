import type { Capabilities } from '@skerry/contract/rules/capabilities.ts'
import type { QueryClient } from '@tanstack/react-query'
import { apiQuery } from '~/api/queries.ts'
import type { Ping } from '~/api/types.gen.ts'
import { snakeCase } from '~/lib/format/case.ts'

/** Version and capabilities of the server, which do not change while it runs. The layout of the system area reads it. */
export const serverQuery = apiQuery('ping', {}, { staleTime: Infinity })

/** For loaders of screens that can do without it: never fails. */
export const loadServer = ({ queryClient }: { queryClient: QueryClient }): Promise<void> =>
  queryClient.prefetchQuery(serverQuery)

/** By their names on the wire; without those that an older server does not report. */
export const capabilitiesOf = ({
  capabilities = {} as NonNullable<Ping['capabilities']>,
}: Ping): Partial<Capabilities> =>
  Object.fromEntries(Object.entries(capabilities).map(([name, offered]) => [snakeCase(name), offered]))

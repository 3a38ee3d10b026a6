import { isUuid } from '@skerry/contract/rules/names.ts'
import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { apiQuery, apiQueryOrNull, wholeListQuery } from '~/api/queries.ts'
import type { SwitchPort } from '~/api/types.gen.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

export const switchPortsQuery = wholeListQuery('networkingSwitchPortList')

/** The links of all ports with settings, in one request. */
export const portLinksQuery = apiQuery('networkingSwitchPortLinkList', {}, { secondary: true, refetchInterval: 10_000 })

/** A list of the one port that has this id. */
export const switchPortQuery = (id: string) =>
  apiQuery('networkingSwitchPortList', { query: { switchPortId: id, limit: 1 } })

type Place = Pick<SwitchPort, 'rackId' | 'switchLocation' | 'portName'>

/** How a request names a port. */
export const atPort = ({ rackId, switchLocation, portName }: Place) => ({
  path: { port: portName },
  query: { rackId, switchLocation },
})

/** `qsfp0 of switch1`. */
export const portLabel = ({ portName, switchLocation }: Place): string => `${portName} of ${switchLocation}`

export const portStatusQuery = (port: Place) => apiQuery('networkingSwitchPortStatus', atPort(port))

/** Null where the port has no settings, or these have no link. */
export const lldpQuery = (port: Place) =>
  apiQueryOrNull('networkingSwitchPortLldpConfigView', atPort(port), {
    expected: 'a port without settings has no LLDP configuration',
  })

export const neighborsQuery = ({ rackId, switchLocation, portName }: Place) =>
  wholeListQuery('networkingSwitchPortLldpNeighbors', { path: { rackId, switchLocation, port: portName } })

export const switchPortPath = (id: string): Path => pathTo('/system/networking/switch-ports/$portId', { portId: id })

/** What the page of a port shows first. @throws the not-found page for an unknown id */
export async function loadSwitchPort(context: { queryClient: QueryClient }, id: string): Promise<{ title: string }> {
  const [port] = isUuid(id) ? (await cachedFirst(context, switchPortQuery(id))).items : []
  if (!port) throw notFound()
  // The page works without what the platform cannot report.
  await cachedFirst(context, portStatusQuery(port)).catch(() => undefined)
  return { title: portLabel(port) }
}

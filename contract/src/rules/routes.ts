import { ipVersion, netVersion } from './networks.ts'
import { hostAddressProblem } from './special-networks.ts'

interface Router {
  kind: 'system' | 'custom'
}

interface RouteEnds {
  destination: { type: string; value: string }
  target: { type: string; value?: string }
}

interface Route extends RouteEnds {
  kind: 'default' | 'vpc_subnet' | 'vpc_peering' | 'custom'
}

const madeBy = { vpc_subnet: 'a subnet', vpc_peering: 'a peering of VPCs' } as const

/** Why a router takes no routes; undefined when it does. */
export const routeCreateRefusal = ({ kind }: Router): string | undefined =>
  kind === 'system' ? 'Routes cannot be added to the system router' : undefined

/** Why a router cannot be deleted; undefined when it can. */
export const routerDeleteRefusal = ({ kind }: Router): string | undefined =>
  kind === 'system' ? 'The system router cannot be deleted' : undefined

/** Why a custom route cannot have this destination and target; undefined when it can. */
export function routeProblem({ destination, target }: RouteEnds): string | undefined {
  if (destination.type === 'vpc') return 'A route cannot have a VPC as its destination'
  if (target.type === 'vpc') return 'A route cannot have a VPC as its target'
  if (target.type === 'subnet') return 'A route cannot have a subnet as its target'
  if (target.type !== 'ip' || target.value === undefined) return undefined
  const problem = hostAddressProblem(target.value)
  if (problem) return `A route cannot lead to ${target.value}, which ${problem}`
  if (destination.type !== 'ip' && destination.type !== 'ip_net') return undefined
  return netVersion(destination.value) === ipVersion(target.value) ? undefined : 'A route cannot mix IPv4 and IPv6'
}

/** Why a route of this kind cannot be changed; undefined when it can. */
export const routeChangeRefusal = ({ kind }: Pick<Route, 'kind'>): string | undefined =>
  kind === 'custom' || kind === 'default'
    ? undefined
    : `A route of kind ${kind} cannot be changed: it belongs to ${madeBy[kind]}`

/** Why a route cannot be deleted; undefined when it can. */
export function routeDeleteRefusal({ kind }: Pick<Route, 'kind'>): string | undefined {
  if (kind === 'custom') return undefined
  return kind === 'default'
    ? 'A default route of the system router cannot be deleted'
    : `A route of kind ${kind} cannot be deleted: it belongs to ${madeBy[kind]}`
}

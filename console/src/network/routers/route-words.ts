import type { RouteDestination, RouterRouteKind, RouteTarget } from '~/api/types.gen.ts'

export const endpointTypeLabel: Record<RouteDestination['type'] | RouteTarget['type'], string> = {
  ip: 'IP',
  ip_net: 'IP network',
  vpc: 'VPC',
  subnet: 'Subnet',
  instance: 'Instance',
  internet_gateway: 'Internet gateway',
  drop: 'Drop',
}

/** A destination or a target: `IP network 0.0.0.0/0`, `Drop`. */
export const endpointText = (end: RouteDestination | RouteTarget): string =>
  'value' in end ? `${endpointTypeLabel[end.type]} ${end.value}` : endpointTypeLabel[end.type]

export const routeKindLabel: Record<RouterRouteKind, string> = {
  default: 'Default',
  vpc_subnet: 'VPC subnet',
  vpc_peering: 'VPC peering',
  custom: 'Custom',
}

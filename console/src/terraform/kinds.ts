/** Kinds of things that *Copy as Terraform* can write, with the operations that create and view one. */
export const operationsOf = {
  project: ['projectCreate', 'projectView'],
  sshKey: ['currentUserSshKeyCreate', 'currentUserSshKeyView'],
  vpc: ['vpcCreate', 'vpcView'],
  subnet: ['vpcSubnetCreate', 'vpcSubnetView'],
  gateway: ['internetGatewayCreate', 'internetGatewayView'],
  router: ['vpcRouterCreate', 'vpcRouterView'],
  route: ['vpcRouterRouteCreate', 'vpcRouterRouteView'],
  firewallRules: ['vpcFirewallRulesUpdate', 'vpcFirewallRulesView'],
  disk: ['diskCreate', 'diskView'],
  snapshot: ['snapshotCreate', 'snapshotView'],
  image: ['imageCreate', 'imageView'],
  floatingIp: ['floatingIpCreate', 'floatingIpView'],
  group: ['antiAffinityGroupCreate', 'antiAffinityGroupView'],
  instance: ['instanceCreate', 'instanceView'],
  silo: ['siloCreate', 'siloView'],
  samlProvider: ['samlIdentityProviderCreate', ''],
  pool: ['ipPoolCreate', 'ipPoolView'],
  poolLink: ['ipPoolSiloLink', ''],
} as const

export type Kind = keyof typeof operationsOf

const kindBy = (at: 0 | 1) => {
  const kinds = new Map(Object.entries(operationsOf).map(([kind, operations]) => [operations[at], kind as Kind]))
  return (operation: string): Kind | undefined => (operation ? kinds.get(operation as never) : undefined)
}

/** Kind of the thing that an operation creates; undefined where Terraform has no resource for it. */
export const kindCreatedBy = kindBy(0)
/** Kind of the thing that an operation views. */
export const kindViewedBy = kindBy(1)

// Part of the first load, so it is shorter than the table of `kinds.ts`, with which a test compares it.
const offered =
  /^(((project|currentUserSshKey|vpc|vpcSubnet|internetGateway|vpcRouter|vpcRouterRoute|disk|snapshot|image|floatingIp|antiAffinityGroup|instance|silo|ipPool)(Create|View))|vpcFirewallRules(Update|View)|samlIdentityProviderCreate|ipPoolSiloLink)$/

/** Whether Terraform has a resource, or a data source, for what an operation creates or views. */
export const hasTerraform = (operation: string): boolean => offered.test(operation)

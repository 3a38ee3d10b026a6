import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { maxRuleParts, maxRules } from '../rules/firewall.ts'
import { identity, ipAddress, IpNet, Name, NameOrId, newIdentity, uint16, uint8, uuid } from '../values.ts'

export const IcmpParamRange = z
  .string()
  .max(7, { abort: true })
  .regex(/^[0-9]{1,3}(-[0-9]{1,3})?$/, 'must be an ICMP code or a range of codes')
  .meta({ id: 'IcmpParamRange' })
export type IcmpParamRange = z.infer<typeof IcmpParamRange>

export const L4PortRange = z
  .string()
  .max(11, { abort: true })
  .regex(/^[0-9]{1,5}(-[0-9]{1,5})?$/, 'must be a port or a range of ports')
  .meta({ id: 'L4PortRange' })
export type L4PortRange = z.infer<typeof L4PortRange>

export const VpcFirewallIcmpFilter = z
  .object({ code: IcmpParamRange.nullish(), icmp_type: uint8 })
  .meta({ id: 'VpcFirewallIcmpFilter' })
export type VpcFirewallIcmpFilter = z.infer<typeof VpcFirewallIcmpFilter>

export const VpcFirewallRuleAction = z.enum(['allow', 'deny']).meta({ id: 'VpcFirewallRuleAction' })
export type VpcFirewallRuleAction = z.infer<typeof VpcFirewallRuleAction>

export const VpcFirewallRuleDirection = z.enum(['inbound', 'outbound']).meta({ id: 'VpcFirewallRuleDirection' })
export type VpcFirewallRuleDirection = z.infer<typeof VpcFirewallRuleDirection>

export const VpcFirewallRuleHostFilter = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('vpc'), value: Name }),
    z.object({ type: z.literal('subnet'), value: Name }),
    z.object({ type: z.literal('instance'), value: Name }),
    z.object({ type: z.literal('ip'), value: ipAddress }),
    z.object({ type: z.literal('ip_net'), value: IpNet }),
  ])
  .meta({ id: 'VpcFirewallRuleHostFilter' })
export type VpcFirewallRuleHostFilter = z.infer<typeof VpcFirewallRuleHostFilter>

export const VpcFirewallRuleProtocol = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('tcp') }),
    z.object({ type: z.literal('udp') }),
    z.object({ type: z.literal('icmp'), value: VpcFirewallIcmpFilter.nullable() }),
  ])
  .meta({ id: 'VpcFirewallRuleProtocol' })
export type VpcFirewallRuleProtocol = z.infer<typeof VpcFirewallRuleProtocol>

export const VpcFirewallRuleFilter = z
  .object({
    hosts: z.array(VpcFirewallRuleHostFilter).max(maxRuleParts).nullish(),
    ports: z.array(L4PortRange).max(maxRuleParts).nullish(),
    protocols: z.array(VpcFirewallRuleProtocol).max(maxRuleParts).nullish(),
  })
  .meta({ id: 'VpcFirewallRuleFilter' })
export type VpcFirewallRuleFilter = z.infer<typeof VpcFirewallRuleFilter>

export const VpcFirewallRuleStatus = z.enum(['disabled', 'enabled']).meta({ id: 'VpcFirewallRuleStatus' })
export type VpcFirewallRuleStatus = z.infer<typeof VpcFirewallRuleStatus>

export const VpcFirewallRuleTarget = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('vpc'), value: Name }),
    z.object({ type: z.literal('subnet'), value: Name }),
    z.object({ type: z.literal('instance'), value: Name }),
    z.object({ type: z.literal('ip'), value: ipAddress }),
    z.object({ type: z.literal('ip_net'), value: IpNet }),
  ])
  .meta({ id: 'VpcFirewallRuleTarget' })
export type VpcFirewallRuleTarget = z.infer<typeof VpcFirewallRuleTarget>

export const VpcFirewallRule = z
  .object({
    ...identity,
    action: VpcFirewallRuleAction,
    direction: VpcFirewallRuleDirection,
    filters: VpcFirewallRuleFilter,
    priority: uint16,
    status: VpcFirewallRuleStatus,
    targets: z.array(VpcFirewallRuleTarget),
    vpc_id: uuid,
  })
  .meta({ id: 'VpcFirewallRule' })
export type VpcFirewallRule = z.infer<typeof VpcFirewallRule>

export const VpcFirewallRuleUpdate = z
  .object({
    ...newIdentity,
    action: VpcFirewallRuleAction,
    direction: VpcFirewallRuleDirection,
    filters: VpcFirewallRuleFilter,
    priority: uint16,
    status: VpcFirewallRuleStatus,
    targets: z.array(VpcFirewallRuleTarget).max(maxRuleParts),
  })
  .meta({ id: 'VpcFirewallRuleUpdate' })
export type VpcFirewallRuleUpdate = z.infer<typeof VpcFirewallRuleUpdate>

export const VpcFirewallRuleUpdateParams = z
  .object({ rules: z.array(VpcFirewallRuleUpdate).max(maxRules).default([]) })
  .meta({ id: 'VpcFirewallRuleUpdateParams' })
export type VpcFirewallRuleUpdateParams = z.infer<typeof VpcFirewallRuleUpdateParams>

export const VpcFirewallRules = z.object({ rules: z.array(VpcFirewallRule) }).meta({ id: 'VpcFirewallRules' })
export type VpcFirewallRules = z.infer<typeof VpcFirewallRules>

export const firewallRules = defineOperations({
  vpc_firewall_rules_view: {
    tag: 'vpcs',
    method: 'get',
    path: '/v1/vpc-firewall-rules',
    query: z.object({ project: NameOrId.optional(), vpc: NameOrId }),
    answer: [200, VpcFirewallRules],
  },
  vpc_firewall_rules_update: {
    tag: 'vpcs',
    method: 'put',
    path: '/v1/vpc-firewall-rules',
    query: z.object({ project: NameOrId.optional(), vpc: NameOrId }),
    body: VpcFirewallRuleUpdateParams,
    maxBodyBytes: 4 * 2 ** 20,
    maxBodyValues: 100_000,
    cost: 'body',
    answer: [200, VpcFirewallRules],
  },
})

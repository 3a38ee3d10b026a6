import { isWithin } from '@skerry/contract/rules/networks.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery, apiQueryOrNull, wholeListQuery } from '~/api/queries.ts'
import type { Instance, InstanceNetworkInterface, Vpc, VpcSubnet } from '~/api/types.gen.ts'
import { interfacesQuery, subnetsQuery, vpcsQuery } from '~/network/network-interfaces/queries.ts'
import { readState } from '~/shell/page/reads.ts'
import type { ReadState } from '~/ui/read-failure.tsx'
import { type Applying, type Names, rulesThatApply } from './evaluate.ts'

const secondary = { secondary: true }

/** The rules of one interface. */
export interface InterfaceRules {
  nic: InstanceNetworkInterface
  vpc: Vpc
  /** Of its VPC. */
  subnets: readonly VpcSubnet[]
  names: Names
  rules: readonly Applying[]
}

export interface EffectiveRules {
  /** Undefined until everything they depend on is read. */
  interfaces: readonly InterfaceRules[] | undefined
  read: ReadState
}

/** @param project name or id of the URL. */
export function useEffectiveRules(project: string, instance: Instance): EffectiveRules {
  const nicList = useQuery(interfacesQuery(instance.id))
  const vpcList = useQuery(vpcsQuery(project))
  const nics = nicList.data
  const vpcIds = useMemo(() => [...new Set(nics?.map(({ vpcId }) => vpcId))], [nics])
  // An instance is in one VPC: these are one request each.
  const subnetLists = useQueries({ queries: vpcIds.map(subnetsQuery) })
  const ruleLists = useQueries({
    queries: vpcIds.map((vpc) => apiQuery('vpcFirewallRulesView', { query: { vpc } }, secondary)),
  })
  const interfaces = nics?.map((nic): InterfaceRules | undefined => {
    const at = vpcIds.indexOf(nic.vpcId)
    const vpc = vpcList.data?.find(({ id }) => id === nic.vpcId)
    const [subnets, rules] = [subnetLists[at]?.data, ruleLists[at]?.data?.rules]
    if (!vpc || !subnets || !rules) return undefined
    const own = nics.filter(({ vpcId }) => vpcId === nic.vpcId).map(({ ip }) => ip)
    const names = { vpc: vpc.name, subnets, instances: new Map([[instance.name, own]]) }
    return { nic, vpc, subnets, names, rules: rulesThatApply(rules, nic, names) }
  })
  return {
    interfaces: interfaces?.every((each) => each !== undefined) ? interfaces : undefined,
    read: readState(nicList, vpcList, ...subnetLists, ...ruleLists),
  }
}

const namesOthers = (all: readonly InterfaceRules[]) =>
  all.some(({ names, rules }) =>
    rules.some(({ rule }) =>
      rule.filters.hosts?.some(({ type, value }) => type === 'instance' && !names.instances.has(value)),
    ),
  )

/**
 * The instance that has an address, where rules name other instances as hosts: one subnet is read, however many they
 * name. @returns the same rules with the name of that instance; undefined until it is known
 */
export function useHolderOf(address: string | undefined, all: readonly InterfaceRules[]): EffectiveRules {
  const subnet =
    address !== undefined && namesOthers(all)
      ? all
          .flatMap(({ subnets }) => subnets)
          .find(({ ipv4Block, ipv6Block }) => isWithin(address, ipv4Block) || isWithin(address, ipv6Block))
      : undefined
  const nics = useQuery({
    ...wholeListQuery('vpcSubnetListNetworkInterfaces', { path: { subnet: subnet?.id ?? '' } }, secondary),
    enabled: subnet !== undefined,
  })
  const holder = subnet && nics.data?.find(({ ip }) => isWithin(address!, ip))
  const instance = useQuery({
    ...apiQueryOrNull('instanceView', { path: { instance: holder?.instanceId ?? '' } }, secondary),
    enabled: holder !== undefined,
  })
  const isRead = !subnet || (nics.data && (!holder || instance.data !== undefined))
  const withHolder = ({ names, ...rest }: InterfaceRules): InterfaceRules => {
    if (!holder || !instance.data) return { ...rest, names }
    return { ...rest, names: { ...names, instances: new Map([...names.instances, [instance.data.name, [holder.ip]]]) } }
  }
  return { interfaces: isRead ? all.map(withHolder) : undefined, read: readState(nics, instance) }
}

import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery, apiQueryOrNull } from '~/api/queries.ts'
import type { Instance, InstanceNetworkInterface, Vpc } from '~/api/types.gen.ts'
import { interfacesQuery, subnetsQuery, vpcsQuery } from '~/network/network-interfaces/queries.ts'
import { failureOf } from '~/shell/reads.ts'
import type { ReadFailure } from '~/ui/read-failure.tsx'
import { type Applying, type Names, rulesThatApply } from './evaluate.ts'

const secondary = { secondary: true }

/** The rules that bind one interface. */
export interface InterfaceRules {
  nic: InstanceNetworkInterface
  vpc: Vpc
  names: Names
  rules: readonly Applying[]
}

export interface EffectiveRules {
  /** Undefined until all that it follows from is read. */
  interfaces: readonly InterfaceRules[] | undefined
  failure: ReadFailure | undefined
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
    return { nic, vpc, names, rules: rulesThatApply(rules, nic, names) }
  })
  return {
    interfaces: interfaces?.every((each) => each !== undefined) ? interfaces : undefined,
    failure: failureOf(nicList, vpcList, ...subnetLists, ...ruleLists),
  }
}

/**
 * The addresses of the other instances that rules name as hosts, each read once.
 * @returns the same rules with those names; undefined until they are read
 */
export function useHostNames(project: string, all: readonly InterfaceRules[]): EffectiveRules {
  const named = useMemo(
    () => [
      ...new Set(
        all.flatMap(({ names, rules }) =>
          rules
            .flatMap(({ rule }) => rule.filters.hosts ?? [])
            .filter(({ type, value }) => type === 'instance' && !names.instances.has(value))
            .map(({ value }) => value),
        ),
      ),
    ],
    [all],
  )
  const lists = useQueries({
    queries: named.map((name) =>
      apiQueryOrNull(
        'instanceNetworkInterfaceList',
        { query: { instance: name, project } },
        { ...secondary, expected: 'a rule may name an instance that is not there' },
      ),
    ),
  })
  const isRead = lists.every(({ data }) => data !== undefined)
  const withHosts = ({ names, vpc, ...rest }: InterfaceRules): InterfaceRules => {
    const others = named.map((name, at) => {
      const nics = lists[at]?.data?.items ?? []
      return [name, nics.filter(({ vpcId }) => vpcId === vpc.id).map(({ ip }) => ip)] as const
    })
    return { ...rest, vpc, names: { ...names, instances: new Map([...names.instances, ...others]) } }
  }
  return { interfaces: isRead ? all.map(withHosts) : undefined, failure: failureOf(...lists) }
}

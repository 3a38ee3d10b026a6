import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { wholeListQuery } from '~/api/queries.ts'
import type { Vpc, VpcFirewallRule, VpcFirewallRuleTarget } from '~/api/types.gen.ts'
import { subnetsQuery } from '~/network/network-interfaces/queries.ts'

const namesIn = (things: readonly { name: string }[]): ReadonlySet<string> => new Set(things.map(({ name }) => name))

/**
 * Whether a target or a host of a VPC's rules names what is not there, and so matches nothing. Lists that no rule
 * needs are not read; until a list is read its names count as there.
 * @param project name or id of the URL.
 */
export function useNamesNothing(
  project: string,
  vpc: Pick<Vpc, 'id' | 'name'>,
  rules: readonly VpcFirewallRule[],
): (endpoint: VpcFirewallRuleTarget) => boolean {
  const named = useMemo(
    () =>
      new Set(rules.flatMap(({ targets, filters }) => [...targets, ...(filters.hosts ?? [])].map(({ type }) => type))),
    [rules],
  )
  const { data: subnets } = useQuery({ ...subnetsQuery(vpc.id), select: namesIn, enabled: named.has('subnet') })
  const { data: instances } = useQuery({
    ...wholeListQuery('instanceList', { query: { project } }, { secondary: true }),
    select: namesIn,
    enabled: named.has('instance'),
  })
  return useCallback(
    ({ type, value }) => {
      if (type === 'vpc') return value !== vpc.name
      const names = { subnet: subnets, instance: instances, ip: undefined, ip_net: undefined }[type]
      return names !== undefined && !names.has(value)
    },
    [vpc.name, subnets, instances],
  )
}

import { canonicalIpNet } from '@skerry/contract/rules/networks.ts'
import type { AllowedSourceIps, AllowList } from '~/api/types.gen.ts'
import { ConflictError, type Difference } from '~/shell/conflict.tsx'
import { rewrite } from '~/shell/rewrite.ts'

export interface AllowListValues {
  allow: 'any' | 'list'
  networks: string[]
}

export const valuesOf = ({ allowedIps }: AllowList): AllowListValues => ({
  allow: allowedIps.allow,
  networks: allowedIps.allow === 'list' ? allowedIps.ips : [],
})

export const requestOf = ({ allow, networks }: AllowListValues): { body: { allowedIps: AllowedSourceIps } } => ({
  body: { allowedIps: allow === 'any' ? { allow } : { allow, ips: networks } },
})

const labels = { any: 'Any address', list: 'These networks' }

/** What somebody else changed of the list. */
export function listDifferences(before: AllowListValues, now: AllowListValues): Difference[] {
  const [had, has] = [before, now].map(({ networks }) => new Set(networks.map(canonicalIpNet)))
  return [
    ...(before.allow === now.allow ? [] : [{ what: 'Allowed', before: labels[before.allow], now: labels[now.allow] }]),
    ...[...had!].filter((network) => !has!.has(network)).map((network) => ({ what: network, before: 'allowed' })),
    ...[...has!].filter((network) => !had!.has(network)).map((network) => ({ what: network, now: 'allowed' })),
  ]
}

/** Writes the list. @throws ConflictError where it is not what it was; nothing is written then. */
export const saveAllowList = (before: AllowListValues, values: AllowListValues) =>
  rewrite({
    view: 'networkingAllowListView',
    at: {},
    update: 'networkingAllowListUpdate',
    request: (fresh) => {
      const found = listDifferences(before, valuesOf(fresh))
      if (found.length > 0) throw new ConflictError(fresh, found)
      return requestOf(values)
    },
  })

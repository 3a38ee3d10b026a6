import { canonicalIpNet } from '@skerry/contract/rules/networks.ts'
import type { AllowedSourceIps, AllowList } from '~/api/types.gen.ts'
import { writeMerged } from '~/shell/conflict/rewrite.ts'
import { fields, items, type Merge, whole } from '~/shell/conflict/three-way.ts'

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

const inWords = ({ allow, networks }: AllowListValues) => (allow === 'any' ? 'any address' : networks.join(', '))
/** The networks of an allow list that is on. */
const counted = (values: AllowListValues) => (values.allow === 'any' ? { ...values, networks: [] } : values)

const mergeWhole = whole('Take requests from', inWords)
const mergeNetworks: Merge<AllowListValues> = fields({
  allow: whole('Take requests from', String),
  networks: items(canonicalIpNet),
})

/** Network by network while all three are lists: an addition has no effect where any address is allowed. */
const mergeAllowLists: Merge<AllowListValues> = (base, mine, theirs) => {
  const areLists = [base, mine, theirs].every(({ allow }) => allow === 'list')
  return (areLists ? mergeNetworks : mergeWhole)(counted(base), counted(mine), counted(theirs))
}

/** Puts a change of the list onto the fresh copy. @throws ConflictError<AllowListValues> */
export const saveAllowList = (base: AllowListValues, mine: AllowListValues): Promise<AllowList> =>
  writeMerged(
    {
      view: 'networkingAllowListView',
      at: {},
      update: 'networkingAllowListUpdate',
      read: valuesOf,
      merge: mergeAllowLists,
      request: requestOf,
    },
    base,
    mine,
  )

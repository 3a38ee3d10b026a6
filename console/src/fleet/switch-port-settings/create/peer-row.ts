import type { BgpPeer, ImportExportPolicy } from '~/api/types.gen.ts'

/** A BGP peer as its fields have it. */
export interface PeerRow {
  linkName: string
  addr: string
  /** Name or id. */
  bgpConfig: string
  remoteAsn: number | null
  vlanId: number | null
  /** Empty: none. Never kept over a sign-in, which leaves it out. */
  md5AuthKey?: string
  enforceFirstAs: boolean
  allowedImport: PolicyValues
  allowedExport: PolicyValues
  /** Numbers between commas. */
  communities: string
  localPref: number | null
  multiExitDiscriminator: number | null
  minTtl: number | null
  keepalive: number | null
  holdTime: number | null
  idleHoldTime: number | null
  connectRetry: number | null
  delayOpen: number | null
}

interface PolicyValues {
  type: ImportExportPolicy['type']
  /** One a line; counts where some networks are allowed only. */
  networks: string
}

const everything: PolicyValues = { type: 'no_filtering', networks: '' }

export const blankPeer: PeerRow = {
  linkName: '',
  addr: '',
  bgpConfig: '',
  remoteAsn: null,
  vlanId: null,
  md5AuthKey: '',
  enforceFirstAs: false,
  allowedImport: everything,
  allowedExport: everything,
  communities: '',
  localPref: null,
  multiExitDiscriminator: null,
  minTtl: null,
  keepalive: 2,
  holdTime: 6,
  idleHoldTime: 3,
  connectRetry: 3,
  delayOpen: 0,
}

const partsOf = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '')

export const networksOf = partsOf

/** Why a text is not a list of communities. */
export const communitiesProblem = (text: string): string | undefined =>
  partsOf(text).every((part) => /^\d{1,10}$/.test(part) && Number(part) < 2 ** 32)
    ? undefined
    : 'Communities are whole numbers up to 4,294,967,295, separated by commas'

const policyOf = ({ type, networks }: PolicyValues): ImportExportPolicy =>
  type === 'allow' ? { type, value: partsOf(networks) } : { type }

const policyValues = (policy: ImportExportPolicy): PolicyValues =>
  policy.type === 'allow' ? { type: policy.type, networks: policy.value.join('\n') } : everything

export const peerBody = ({
  linkName,
  md5AuthKey,
  allowedImport,
  allowedExport,
  communities,
  ...row
}: PeerRow): BgpPeer => ({
  ...row,
  interfaceName: linkName,
  md5AuthKey: md5AuthKey || null,
  allowedImport: policyOf(allowedImport),
  allowedExport: policyOf(allowedExport),
  communities: partsOf(communities).map(Number),
  keepalive: row.keepalive ?? 0,
  holdTime: row.holdTime ?? 0,
  idleHoldTime: row.idleHoldTime ?? 0,
  connectRetry: row.connectRetry ?? 0,
  delayOpen: row.delayOpen ?? 0,
})

export const peerRow = (linkName: string, peer: BgpPeer): PeerRow => ({
  linkName,
  addr: peer.addr,
  bgpConfig: peer.bgpConfig,
  remoteAsn: peer.remoteAsn ?? null,
  vlanId: peer.vlanId ?? null,
  md5AuthKey: peer.md5AuthKey ?? '',
  enforceFirstAs: peer.enforceFirstAs,
  allowedImport: policyValues(peer.allowedImport),
  allowedExport: policyValues(peer.allowedExport),
  communities: peer.communities.join(', '),
  localPref: peer.localPref ?? null,
  multiExitDiscriminator: peer.multiExitDiscriminator ?? null,
  minTtl: peer.minTtl ?? null,
  keepalive: peer.keepalive,
  holdTime: peer.holdTime,
  idleHoldTime: peer.idleHoldTime,
  connectRetry: peer.connectRetry,
  delayOpen: peer.delayOpen,
})

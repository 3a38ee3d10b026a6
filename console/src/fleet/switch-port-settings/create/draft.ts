import type {
  LinkFec,
  LinkSpeed,
  SwitchInterfaceType,
  SwitchPortGeometry,
  SwitchPortSettingsCreate,
} from '~/api/types.gen.ts'
import { blankLldp, lldpBody, type LldpValues, lldpValues } from '../../switch-ports/lldp-fields.tsx'
import { type PeerRow, peerBody, peerRow } from './peer-row.ts'

export interface LinkRow {
  linkName: string
  speed: LinkSpeed
  mtu: number | null
  autoneg: boolean
  fec: LinkFec | ''
  equalisation: Equalisation
  lldp: LldpValues
}

export const taps = ['pre2', 'pre1', 'main', 'post1', 'post2'] as const
export type Equalisation = Record<(typeof taps)[number], number | null>

export interface InterfaceRow {
  linkName: string
  kind: SwitchInterfaceType
  vid: number | null
  v6Enabled: boolean
}

export interface AddressRow {
  linkName: string
  address: string
  /** Name or id. */
  addressLot: string
  vlanId: number | null
}

export interface RouteRow {
  linkName: string
  dst: string
  gw: string
  vid: number | null
  ribPriority: number | null
}

/** The values of the form: those of its fields, or in their place a JSON text. */
export interface SettingsDraft {
  mode: 'form' | 'json'
  json: string
  name: string
  description: string
  geometry: SwitchPortGeometry
  groups: { group: string }[]
  links: LinkRow[]
  interfaces: InterfaceRow[]
  addresses: AddressRow[]
  routes: RouteRow[]
  peers: PeerRow[]
}

const blankEqualisation: Equalisation = { pre2: null, pre1: null, main: null, post1: null, post2: null }

export const blankLink: LinkRow = {
  linkName: '',
  speed: 'speed100_g',
  mtu: 1500,
  autoneg: false,
  fec: '',
  equalisation: blankEqualisation,
  lldp: blankLldp,
}

export const blankDraft: SettingsDraft = {
  mode: 'form',
  json: '',
  name: '',
  description: '',
  geometry: 'qsfp28x1',
  groups: [],
  links: [],
  interfaces: [],
  addresses: [],
  routes: [],
  peers: [],
}

/** The name of each row of a list; a form has no two rows of the same name. */
export const rowText = {
  groups: ({ group }: { group: string }) => group,
  links: ({ linkName }: LinkRow) => linkName,
  interfaces: ({ linkName, kind, vid }: InterfaceRow) => `${kind} ${vid ?? ''} on ${linkName}`,
  addresses: ({ address, linkName }: AddressRow) => `${address} on ${linkName}`,
  routes: ({ dst, gw, linkName, vid, ribPriority }: RouteRow) =>
    [`${dst} via ${gw} on ${linkName}`, vid, ribPriority].filter((each) => each !== null).join(', '),
  peers: ({ addr, linkName, vlanId }: PeerRow) =>
    [`${addr} on ${linkName}`, vlanId].filter((each) => each !== null).join(', '),
}

/** Rows of one link are together on the wire. */
const byLink = <R extends { linkName: string }>(rows: readonly R[]) =>
  [...Map.groupBy(rows, ({ linkName }) => linkName)].map(([linkName, ofLink]) => ({ linkName, ofLink }))

const hasTap = (equalisation: Equalisation) => taps.some((tap) => equalisation[tap] !== null)

/** The request of the fields. */
export const bodyOf = (draft: SettingsDraft): SwitchPortSettingsCreate => ({
  name: draft.name,
  description: draft.description,
  portConfig: { geometry: draft.geometry },
  groups: draft.groups.map(({ group }) => group),
  links: draft.links.map(({ linkName, speed, mtu, autoneg, fec, equalisation, lldp }) => ({
    linkName,
    speed,
    mtu: mtu ?? 0,
    autoneg,
    fec: fec || null,
    txEq: hasTap(equalisation) ? equalisation : null,
    lldp: lldpBody(lldp),
  })),
  interfaces: draft.interfaces.map(({ linkName, kind, vid, v6Enabled }) => ({
    linkName,
    kind: kind === 'vlan' ? { type: kind, vid: vid ?? 0 } : { type: kind },
    v6Enabled,
  })),
  addresses: byLink(draft.addresses).map(({ linkName, ofLink }) => ({
    linkName,
    addresses: ofLink.map(({ address, addressLot, vlanId }) => ({ address, addressLot, vlanId })),
  })),
  routes: byLink(draft.routes).map(({ linkName, ofLink }) => ({
    linkName,
    routes: ofLink.map(({ dst, gw, vid, ribPriority }) => ({ dst, gw, vid, ribPriority })),
  })),
  bgpPeers: byLink(draft.peers).map(({ linkName, ofLink }) => ({ linkName, peers: ofLink.map(peerBody) })),
})

/** The fields for a request. `draftOfJson` checks that nothing is lost. */
export const draftOf = (body: SwitchPortSettingsCreate): SettingsDraft => ({
  mode: 'form',
  json: '',
  name: body.name,
  description: body.description,
  geometry: body.portConfig.geometry,
  groups: (body.groups ?? []).map((group) => ({ group })),
  links: body.links.map(({ linkName, speed, mtu, autoneg, fec, txEq, lldp }) => ({
    linkName,
    speed,
    mtu,
    autoneg,
    fec: fec ?? '',
    equalisation: Object.fromEntries(taps.map((tap) => [tap, txEq?.[tap] ?? null])) as Equalisation,
    lldp: lldpValues(lldp),
  })),
  interfaces: (body.interfaces ?? []).map(({ linkName, kind, v6Enabled }) => ({
    linkName,
    kind: kind.type,
    vid: kind.type === 'vlan' ? kind.vid : null,
    v6Enabled,
  })),
  addresses: body.addresses.flatMap(({ linkName, addresses }) =>
    addresses.map(({ address, addressLot, vlanId = null }) => ({ linkName, address, addressLot, vlanId })),
  ),
  routes: (body.routes ?? []).flatMap(({ linkName, routes }) =>
    routes.map(({ dst, gw, vid = null, ribPriority = null }) => ({ linkName, dst, gw, vid, ribPriority })),
  ),
  peers: (body.bgpPeers ?? []).flatMap(({ linkName, peers }) => peers.map((peer) => peerRow(linkName, peer))),
})

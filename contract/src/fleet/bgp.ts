import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import {
  identity,
  ipAddress,
  IpNet,
  ipv4Address,
  Ipv4Net,
  Name,
  NameOrId,
  newIdentity,
  uint32,
  uint64,
  uuid,
} from '../values.ts'

/**
 * Opaque on the wire. Ours: `messages` (opens, notifications and updates) and `state_changes` with their reasons,
 * oldest first, and `keepalives`, which are counted.
 */
export const BgpMessageHistory = z.unknown().meta({ id: 'BgpMessageHistory' })
export type BgpMessageHistory = z.infer<typeof BgpMessageHistory>

export const SwitchLocation = z.enum(['switch0', 'switch1']).meta({ id: 'SwitchLocation' })
export type SwitchLocation = z.infer<typeof SwitchLocation>

export const SwitchBgpHistory = z
  .object({ history: z.record(z.string(), BgpMessageHistory), switch: SwitchLocation })
  .meta({ id: 'SwitchBgpHistory' })
export type SwitchBgpHistory = z.infer<typeof SwitchBgpHistory>

export const AggregateBgpMessageHistory = z
  .object({ switch_histories: z.array(SwitchBgpHistory) })
  .meta({ id: 'AggregateBgpMessageHistory' })
export type AggregateBgpMessageHistory = z.infer<typeof AggregateBgpMessageHistory>

/** A resource that uses another one. */
const user = z.object({ id: uuid, name: Name })

export const BgpAnnounceSet = z
  .object({
    ...identity,
    /** The BGP configurations that announce it, at most 20; in lists. Beyond the wire contract. */
    used_by: z.array(user).optional(),
  })
  .meta({ id: 'BgpAnnounceSet' })
export type BgpAnnounceSet = z.infer<typeof BgpAnnounceSet>

export const BgpAnnouncementCreate = z
  .object({ address_lot_block: NameOrId, network: IpNet })
  .meta({ id: 'BgpAnnouncementCreate' })
export type BgpAnnouncementCreate = z.infer<typeof BgpAnnouncementCreate>

export const BgpAnnounceSetCreate = z
  .object({ ...newIdentity, announcement: z.array(BgpAnnouncementCreate) })
  .meta({ id: 'BgpAnnounceSetCreate' })
export type BgpAnnounceSetCreate = z.infer<typeof BgpAnnounceSetCreate>

export const BgpAnnouncement = z
  .object({
    address_lot_block_id: uuid,
    /** The lot of the block. Beyond the wire contract. */
    address_lot_name: Name.optional(),
    announce_set_id: uuid,
    network: IpNet,
  })
  .meta({ id: 'BgpAnnouncement' })
export type BgpAnnouncement = z.infer<typeof BgpAnnouncement>

export const BgpConfig = z
  .object({
    ...identity,
    asn: uint32,
    vrf: z.string().nullish(),
    /** What it announces. Beyond the wire contract. */
    announce_set_name: Name.optional(),
    /** The switch port settings with peers of it, at most 20. Beyond the wire contract. */
    used_by: z.array(user).optional(),
  })
  .meta({ id: 'BgpConfig' })
export type BgpConfig = z.infer<typeof BgpConfig>

export const BgpConfigCreate = z
  .object({ ...newIdentity, asn: uint32, bgp_announce_set_id: NameOrId, vrf: Name.nullish() })
  .meta({ id: 'BgpConfigCreate' })
export type BgpConfigCreate = z.infer<typeof BgpConfigCreate>

export const BgpExported = z.object({ exports: z.record(z.string(), z.array(Ipv4Net)) }).meta({ id: 'BgpExported' })
export type BgpExported = z.infer<typeof BgpExported>

export const BgpImportedRouteIpv4 = z
  .object({ id: uint32, nexthop: ipv4Address, prefix: Ipv4Net, switch: SwitchLocation })
  .meta({ id: 'BgpImportedRouteIpv4' })
export type BgpImportedRouteIpv4 = z.infer<typeof BgpImportedRouteIpv4>

export const BgpPeerState = z
  .enum(['idle', 'connect', 'active', 'open_sent', 'open_confirm', 'session_setup', 'established'])
  .meta({ id: 'BgpPeerState' })
export type BgpPeerState = z.infer<typeof BgpPeerState>

export const BgpPeerStatus = z
  .object({
    addr: ipAddress,
    local_asn: uint32,
    remote_asn: uint32,
    state: BgpPeerState,
    state_duration_millis: uint64,
    switch: SwitchLocation,
    /** The switch port of the session. Beyond the wire contract. */
    port_id: uuid.optional(),
    port_name: Name.optional(),
  })
  .meta({ id: 'BgpPeerStatus' })
export type BgpPeerStatus = z.infer<typeof BgpPeerStatus>

export const bgp = defineOperations({
  networking_bgp_config_list: {
    tag: 'system/networking',
    method: 'get',
    path: '/v1/system/networking/bgp',
    query: page(NameOrIdSortMode),
    paginated: true,
    answer: [200, resultsPage(BgpConfig)],
  },
  networking_bgp_config_create: {
    tag: 'system/networking',
    method: 'post',
    path: '/v1/system/networking/bgp',
    body: BgpConfigCreate,
    answer: [201, BgpConfig],
  },
  networking_bgp_config_delete: {
    tag: 'system/networking',
    method: 'delete',
    path: '/v1/system/networking/bgp',
    query: z.object({ name_or_id: NameOrId }),
    answer: [204],
  },
  networking_bgp_announce_set_list: {
    tag: 'system/networking',
    method: 'get',
    path: '/v1/system/networking/bgp-announce-set',
    // The wire has paging parameters here, but answers the whole list.
    query: page(NameOrIdSortMode),
    answer: [200, z.array(BgpAnnounceSet)],
  },
  networking_bgp_announce_set_update: {
    tag: 'system/networking',
    method: 'put',
    path: '/v1/system/networking/bgp-announce-set',
    body: BgpAnnounceSetCreate,
    // An announcement has three values: room for `maxAnnouncements` of contract/src/rules/bgp.ts.
    maxBodyValues: 20_000,
    answer: [200, BgpAnnounceSet],
  },
  networking_bgp_announce_set_delete: {
    tag: 'system/networking',
    method: 'delete',
    path: '/v1/system/networking/bgp-announce-set/{announce_set}',
    params: z.object({ announce_set: NameOrId }),
    answer: [204],
  },
  networking_bgp_announcement_list: {
    tag: 'system/networking',
    method: 'get',
    path: '/v1/system/networking/bgp-announce-set/{announce_set}/announcement',
    params: z.object({ announce_set: NameOrId }),
    answer: [200, z.array(BgpAnnouncement)],
  },
  networking_bgp_exported: {
    tag: 'system/networking',
    method: 'get',
    path: '/v1/system/networking/bgp-exported',
    answer: [200, BgpExported],
  },
  networking_bgp_message_history: {
    tag: 'system/networking',
    method: 'get',
    path: '/v1/system/networking/bgp-message-history',
    query: z.object({ asn: uint32 }),
    answer: [200, AggregateBgpMessageHistory],
  },
  networking_bgp_imported_routes_ipv4: {
    tag: 'system/networking',
    method: 'get',
    path: '/v1/system/networking/bgp-routes-ipv4',
    query: z.object({ asn: uint32 }),
    answer: [200, z.array(BgpImportedRouteIpv4)],
  },
  networking_bgp_status: {
    tag: 'system/networking',
    method: 'get',
    path: '/v1/system/networking/bgp-status',
    answer: [200, z.array(BgpPeerStatus)],
  },
})

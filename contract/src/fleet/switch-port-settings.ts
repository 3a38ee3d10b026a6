import { z } from 'zod'
import {
  identity,
  int32,
  ipAddress,
  IpNet,
  Name,
  NameOrId,
  newIdentity,
  uint16,
  uint32,
  uint8,
  uuid,
} from '../values.ts'

export const Address = z
  .object({ address: IpNet, address_lot: NameOrId, vlan_id: uint16.nullish() })
  .meta({ id: 'Address' })
export type Address = z.infer<typeof Address>

export const AddressConfig = z.object({ addresses: z.array(Address), link_name: Name }).meta({ id: 'AddressConfig' })
export type AddressConfig = z.infer<typeof AddressConfig>

export const ImportExportPolicy = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('no_filtering') }),
    z.object({ type: z.literal('allow'), value: z.array(IpNet) }),
  ])
  .meta({ id: 'ImportExportPolicy' })
export type ImportExportPolicy = z.infer<typeof ImportExportPolicy>

export const BgpPeer = z
  .object({
    addr: ipAddress,
    allowed_export: ImportExportPolicy,
    allowed_import: ImportExportPolicy,
    bgp_config: NameOrId,
    communities: z.array(uint32),
    connect_retry: uint32,
    delay_open: uint32,
    enforce_first_as: z.boolean(),
    hold_time: uint32,
    idle_hold_time: uint32,
    interface_name: Name,
    keepalive: uint32,
    local_pref: uint32.nullish(),
    md5_auth_key: z.string().nullish(),
    min_ttl: uint8.nullish(),
    multi_exit_discriminator: uint32.nullish(),
    remote_asn: uint32.nullish(),
    vlan_id: uint16.nullish(),
  })
  .meta({ id: 'BgpPeer' })
export type BgpPeer = z.infer<typeof BgpPeer>

/** A peer in an answer: the MD5 key is write-only, so only whether there is one. */
export const BgpPeerView = BgpPeer.extend({ has_md5_auth_key: z.boolean().optional() }).meta({ id: 'BgpPeerView' })
export type BgpPeerView = z.infer<typeof BgpPeerView>

export const BgpPeerConfig = z.object({ link_name: Name, peers: z.array(BgpPeer) }).meta({ id: 'BgpPeerConfig' })
export type BgpPeerConfig = z.infer<typeof BgpPeerConfig>

export const LinkFec = z.enum(['firecode', 'none', 'rs']).meta({ id: 'LinkFec' })
export type LinkFec = z.infer<typeof LinkFec>

export const LinkSpeed = z
  .enum([
    'speed0_g',
    'speed1_g',
    'speed10_g',
    'speed25_g',
    'speed40_g',
    'speed50_g',
    'speed100_g',
    'speed200_g',
    'speed400_g',
  ])
  .meta({ id: 'LinkSpeed' })
export type LinkSpeed = z.infer<typeof LinkSpeed>

export const LldpLinkConfigCreate = z
  .object({
    chassis_id: z.string().nullish(),
    enabled: z.boolean(),
    link_description: z.string().nullish(),
    link_name: z.string().nullish(),
    management_ip: ipAddress.nullish(),
    system_description: z.string().nullish(),
    system_name: z.string().nullish(),
  })
  .meta({ id: 'LldpLinkConfigCreate' })
export type LldpLinkConfigCreate = z.infer<typeof LldpLinkConfigCreate>

export const TxEqConfig = z
  .object({
    main: int32.nullish(),
    post1: int32.nullish(),
    post2: int32.nullish(),
    pre1: int32.nullish(),
    pre2: int32.nullish(),
  })
  .meta({ id: 'TxEqConfig' })
export type TxEqConfig = z.infer<typeof TxEqConfig>

export const LinkConfigCreate = z
  .object({
    autoneg: z.boolean(),
    fec: LinkFec.nullish(),
    link_name: Name,
    lldp: LldpLinkConfigCreate,
    mtu: uint16,
    speed: LinkSpeed,
    tx_eq: TxEqConfig.nullish(),
  })
  .meta({ id: 'LinkConfigCreate' })
export type LinkConfigCreate = z.infer<typeof LinkConfigCreate>

export const LldpLinkConfig = z
  .object({
    id: uuid,
    chassis_id: z.string().nullish(),
    enabled: z.boolean(),
    link_description: z.string().nullish(),
    link_name: z.string().nullish(),
    management_ip: ipAddress.nullish(),
    system_description: z.string().nullish(),
    system_name: z.string().nullish(),
  })
  .meta({ id: 'LldpLinkConfig' })
export type LldpLinkConfig = z.infer<typeof LldpLinkConfig>

export const Route = z
  .object({ dst: IpNet, gw: ipAddress, rib_priority: uint8.nullish(), vid: uint16.nullish() })
  .meta({ id: 'Route' })
export type Route = z.infer<typeof Route>

export const RouteConfig = z.object({ link_name: Name, routes: z.array(Route) }).meta({ id: 'RouteConfig' })
export type RouteConfig = z.infer<typeof RouteConfig>

export const SwitchInterfaceType = z.enum(['primary', 'vlan', 'loopback']).meta({ id: 'SwitchInterfaceType' })
export type SwitchInterfaceType = z.infer<typeof SwitchInterfaceType>

export const SwitchInterfaceConfig = z
  .object({
    id: uuid,
    interface_name: Name,
    kind: SwitchInterfaceType,
    port_settings_id: uuid,
    v6_enabled: z.boolean(),
  })
  .meta({ id: 'SwitchInterfaceConfig' })
export type SwitchInterfaceConfig = z.infer<typeof SwitchInterfaceConfig>

export const SwitchInterfaceKind = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('primary') }),
    z.object({ type: z.literal('vlan'), vid: uint16 }),
    z.object({ type: z.literal('loopback') }),
  ])
  .meta({ id: 'SwitchInterfaceKind' })
export type SwitchInterfaceKind = z.infer<typeof SwitchInterfaceKind>

export const SwitchInterfaceConfigCreate = z
  .object({ kind: SwitchInterfaceKind, link_name: Name, v6_enabled: z.boolean() })
  .meta({ id: 'SwitchInterfaceConfigCreate' })
export type SwitchInterfaceConfigCreate = z.infer<typeof SwitchInterfaceConfigCreate>

export const SwitchPortAddressView = z
  .object({
    address: IpNet,
    address_lot_block_id: uuid,
    address_lot_id: uuid,
    address_lot_name: Name,
    interface_name: Name,
    port_settings_id: uuid,
    vlan_id: uint16.nullish(),
  })
  .meta({ id: 'SwitchPortAddressView' })
export type SwitchPortAddressView = z.infer<typeof SwitchPortAddressView>

export const SwitchPortGeometry = z.enum(['qsfp28x1', 'qsfp28x2', 'sfp28x4']).meta({ id: 'SwitchPortGeometry' })
export type SwitchPortGeometry = z.infer<typeof SwitchPortGeometry>

export const SwitchPortConfig = z
  .object({ geometry: SwitchPortGeometry, port_settings_id: uuid })
  .meta({ id: 'SwitchPortConfig' })
export type SwitchPortConfig = z.infer<typeof SwitchPortConfig>

export const SwitchPortConfigCreate = z.object({ geometry: SwitchPortGeometry }).meta({ id: 'SwitchPortConfigCreate' })
export type SwitchPortConfigCreate = z.infer<typeof SwitchPortConfigCreate>

export const SwitchPortLinkConfig = z
  .object({
    autoneg: z.boolean(),
    fec: LinkFec.nullish(),
    link_name: Name,
    lldp_link_config: LldpLinkConfig.nullish(),
    mtu: uint16,
    port_settings_id: uuid,
    speed: LinkSpeed,
    tx_eq_config: TxEqConfig.nullish(),
  })
  .meta({ id: 'SwitchPortLinkConfig' })
export type SwitchPortLinkConfig = z.infer<typeof SwitchPortLinkConfig>

export const SwitchPortRouteConfig = z
  .object({
    dst: IpNet,
    gw: ipAddress,
    interface_name: Name,
    port_settings_id: uuid,
    rib_priority: uint8.nullish(),
    vlan_id: uint16.nullish(),
  })
  .meta({ id: 'SwitchPortRouteConfig' })
export type SwitchPortRouteConfig = z.infer<typeof SwitchPortRouteConfig>

export const SwitchPortSettingsGroups = z
  .object({ port_settings_group_id: uuid, port_settings_id: uuid })
  .meta({ id: 'SwitchPortSettingsGroups' })
export type SwitchPortSettingsGroups = z.infer<typeof SwitchPortSettingsGroups>

export const SwitchVlanInterfaceConfig = z
  .object({ interface_config_id: uuid, vlan_id: uint16 })
  .meta({ id: 'SwitchVlanInterfaceConfig' })
export type SwitchVlanInterfaceConfig = z.infer<typeof SwitchVlanInterfaceConfig>

export const SwitchPortSettings = z
  .object({
    ...identity,
    addresses: z.array(SwitchPortAddressView),
    bgp_peers: z.array(BgpPeerView),
    groups: z.array(SwitchPortSettingsGroups),
    interfaces: z.array(SwitchInterfaceConfig),
    links: z.array(SwitchPortLinkConfig),
    port: SwitchPortConfig,
    routes: z.array(SwitchPortRouteConfig),
    vlan_interfaces: z.array(SwitchVlanInterfaceConfig),
  })
  .meta({ id: 'SwitchPortSettings' })
export type SwitchPortSettings = z.infer<typeof SwitchPortSettings>

export const SwitchPortSettingsCreate = z
  .object({
    ...newIdentity,
    addresses: z.array(AddressConfig),
    bgp_peers: z.array(BgpPeerConfig).default([]),
    groups: z.array(NameOrId).default([]),
    interfaces: z.array(SwitchInterfaceConfigCreate).default([]),
    links: z.array(LinkConfigCreate),
    port_config: SwitchPortConfigCreate,
    routes: z.array(RouteConfig).default([]),
  })
  .meta({ id: 'SwitchPortSettingsCreate' })
export type SwitchPortSettingsCreate = z.infer<typeof SwitchPortSettingsCreate>

export const SwitchPortSettingsIdentity = z.object(identity).meta({ id: 'SwitchPortSettingsIdentity' })
export type SwitchPortSettingsIdentity = z.infer<typeof SwitchPortSettingsIdentity>

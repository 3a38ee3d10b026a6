import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { IdSortMode, NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import { dateTime, ipAddress, Name, NameOrId, uint32, uint8, uuid } from '../values.ts'
import {
  LldpLinkConfig,
  SwitchPortSettings,
  SwitchPortSettingsCreate,
  SwitchPortSettingsIdentity,
} from './switch-port-settings.ts'

export const InterfaceNum = z
  .union([z.object({ unknown: uint32 }), z.object({ if_index: uint32 }), z.object({ port_number: uint32 })])
  .meta({ id: 'InterfaceNum' })
export type InterfaceNum = z.infer<typeof InterfaceNum>

export const NetworkAddress = z
  .union([z.object({ ip_addr: ipAddress }), z.object({ i_e_e_e802: z.array(uint8) })])
  .meta({ id: 'NetworkAddress' })
export type NetworkAddress = z.infer<typeof NetworkAddress>

export const ManagementAddress = z
  .object({ addr: NetworkAddress, interface_num: InterfaceNum, oid: z.array(uint8).nullish() })
  .meta({ id: 'ManagementAddress' })
export type ManagementAddress = z.infer<typeof ManagementAddress>

export const LldpNeighbor = z
  .object({
    chassis_id: z.string(),
    first_seen: dateTime,
    last_seen: dateTime,
    link_description: z.string().nullish(),
    link_name: z.string(),
    local_port: z.string(),
    management_ip: z.array(ManagementAddress),
    system_description: z.string().nullish(),
    system_name: z.string().nullish(),
  })
  .meta({ id: 'LldpNeighbor' })
export type LldpNeighbor = z.infer<typeof LldpNeighbor>

export const SwitchLinkState = z.unknown().meta({ id: 'SwitchLinkState' })
export type SwitchLinkState = z.infer<typeof SwitchLinkState>

export const SwitchPort = z
  .object({ id: uuid, port_name: Name, port_settings_id: uuid.nullish(), rack_id: uuid, switch_location: z.string() })
  .meta({ id: 'SwitchPort' })
export type SwitchPort = z.infer<typeof SwitchPort>

export const SwitchPortLink = z
  .object({
    port_id: uuid,
    state: z.enum(['up', 'down']),
    /** When the state last changed. */
    since: dateTime,
  })
  .meta({ id: 'SwitchPortLink' })
export type SwitchPortLink = z.infer<typeof SwitchPortLink>

export const SwitchPortApplySettings = z.object({ port_settings: NameOrId }).meta({ id: 'SwitchPortApplySettings' })
export type SwitchPortApplySettings = z.infer<typeof SwitchPortApplySettings>

export const switchPorts = defineOperations({
  networking_switch_port_lldp_neighbors: {
    tag: 'system/networking',
    method: 'get',
    path: '/v1/system/hardware/rack-switch-port/{rack_id}/{switch_location}/{port}/lldp/neighbors',
    params: z.object({ rack_id: uuid, switch_location: Name, port: Name }),
    query: page(IdSortMode),
    paginated: true,
    answer: [200, resultsPage(LldpNeighbor)],
  },
  networking_switch_port_list: {
    tag: 'system/hardware',
    method: 'get',
    path: '/v1/system/hardware/switch-port',
    query: page(IdSortMode, { switch_port_id: uuid.optional() }),
    paginated: true,
    answer: [200, resultsPage(SwitchPort)],
  },
  /** The links of all ports with settings. Beyond the wire contract. */
  networking_switch_port_link_list: {
    tag: 'system/hardware',
    method: 'get',
    path: '/v1/system/hardware/switch-port-link',
    answer: [200, z.array(SwitchPortLink)],
  },
  networking_switch_port_lldp_config_view: {
    tag: 'system/networking',
    method: 'get',
    path: '/v1/system/hardware/switch-port/{port}/lldp/config',
    params: z.object({ port: Name }),
    query: z.object({ rack_id: uuid, switch_location: Name }),
    answer: [200, LldpLinkConfig],
  },
  networking_switch_port_lldp_config_update: {
    tag: 'system/networking',
    method: 'post',
    path: '/v1/system/hardware/switch-port/{port}/lldp/config',
    params: z.object({ port: Name }),
    query: z.object({ rack_id: uuid, switch_location: Name }),
    body: LldpLinkConfig,
    answer: [204],
  },
  networking_switch_port_apply_settings: {
    tag: 'system/hardware',
    method: 'post',
    path: '/v1/system/hardware/switch-port/{port}/settings',
    params: z.object({ port: Name }),
    query: z.object({ rack_id: uuid, switch_location: Name }),
    body: SwitchPortApplySettings,
    answer: [204],
  },
  networking_switch_port_clear_settings: {
    tag: 'system/hardware',
    method: 'delete',
    path: '/v1/system/hardware/switch-port/{port}/settings',
    params: z.object({ port: Name }),
    query: z.object({ rack_id: uuid, switch_location: Name }),
    answer: [204],
  },
  networking_switch_port_status: {
    tag: 'system/hardware',
    method: 'get',
    path: '/v1/system/hardware/switch-port/{port}/status',
    params: z.object({ port: Name }),
    query: z.object({ rack_id: uuid, switch_location: Name }),
    answer: [200, SwitchLinkState],
  },
  networking_switch_port_settings_list: {
    tag: 'system/networking',
    method: 'get',
    path: '/v1/system/networking/switch-port-settings',
    query: page(NameOrIdSortMode, { port_settings: NameOrId.optional() }),
    paginated: true,
    answer: [200, resultsPage(SwitchPortSettingsIdentity)],
  },
  networking_switch_port_settings_create: {
    tag: 'system/networking',
    method: 'post',
    path: '/v1/system/networking/switch-port-settings',
    body: SwitchPortSettingsCreate,
    answer: [201, SwitchPortSettings],
  },
  networking_switch_port_settings_delete: {
    tag: 'system/networking',
    method: 'delete',
    path: '/v1/system/networking/switch-port-settings',
    query: z.object({ port_settings: NameOrId.optional() }),
    answer: [204],
  },
  networking_switch_port_settings_view: {
    tag: 'system/networking',
    method: 'get',
    path: '/v1/system/networking/switch-port-settings/{port}',
    params: z.object({ port: NameOrId }),
    answer: [200, SwitchPortSettings],
  },
})

import { z } from 'zod'
import { MacAddr } from '../network/network-interfaces.ts'
import { defineOperations } from '../operation.ts'
import { NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import {
  dateTime,
  identity,
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

export const NetworkInterfaceKind = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('instance'), id: uuid }),
    z.object({ type: z.literal('service'), id: uuid }),
    z.object({ type: z.literal('probe'), id: uuid }),
  ])
  .meta({ id: 'NetworkInterfaceKind' })
export type NetworkInterfaceKind = z.infer<typeof NetworkInterfaceKind>

export const Vni = uint32.meta({ id: 'Vni' })
export type Vni = z.infer<typeof Vni>

export const NetworkInterface = z
  .object({
    id: uuid,
    name: Name,
    ip: ipAddress,
    kind: NetworkInterfaceKind,
    mac: MacAddr,
    primary: z.boolean(),
    slot: uint8,
    subnet: IpNet,
    transit_ips: z.array(IpNet).default([]),
    vni: Vni,
  })
  .meta({ id: 'NetworkInterface' })
export type NetworkInterface = z.infer<typeof NetworkInterface>

export const Probe = z.object({ ...identity, sled: uuid }).meta({ id: 'Probe' })
export type Probe = z.infer<typeof Probe>

export const ProbeCreate = z
  .object({ ...newIdentity, ip_pool: NameOrId.nullish(), sled: uuid })
  .meta({ id: 'ProbeCreate' })
export type ProbeCreate = z.infer<typeof ProbeCreate>

export const ProbeExternalIpKind = z.enum(['snat', 'floating', 'ephemeral']).meta({ id: 'ProbeExternalIpKind' })
export type ProbeExternalIpKind = z.infer<typeof ProbeExternalIpKind>

export const ProbeExternalIp = z
  .object({ first_port: uint16, ip: ipAddress, kind: ProbeExternalIpKind, last_port: uint16 })
  .meta({ id: 'ProbeExternalIp' })
export type ProbeExternalIp = z.infer<typeof ProbeExternalIp>

export const ProbeInfo = z
  .object({
    id: uuid,
    name: Name,
    description: z.string().optional(),
    external_ips: z.array(ProbeExternalIp),
    interface: NetworkInterface,
    sled: uuid,
    time_created: dateTime.optional(),
    time_modified: dateTime.optional(),
  })
  .meta({ id: 'ProbeInfo' })
export type ProbeInfo = z.infer<typeof ProbeInfo>

export const probes = defineOperations({
  probe_list: {
    tag: 'experimental',
    method: 'get',
    path: '/experimental/v1/probes',
    query: page(NameOrIdSortMode, { project: NameOrId.optional() }),
    firstPage: ['project'],
    paginated: true,
    answer: [200, resultsPage(ProbeInfo)],
  },
  probe_create: {
    tag: 'experimental',
    method: 'post',
    path: '/experimental/v1/probes',
    query: z.object({ project: NameOrId }),
    body: ProbeCreate,
    answer: [201, Probe],
  },
  probe_view: {
    tag: 'experimental',
    method: 'get',
    path: '/experimental/v1/probes/{probe}',
    params: z.object({ probe: NameOrId }),
    query: z.object({ project: NameOrId }),
    answer: [200, ProbeInfo],
  },
  probe_delete: {
    tag: 'experimental',
    method: 'delete',
    path: '/experimental/v1/probes/{probe}',
    params: z.object({ probe: NameOrId }),
    query: z.object({ project: NameOrId }),
    answer: [204],
  },
})

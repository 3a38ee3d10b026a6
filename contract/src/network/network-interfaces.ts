import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import { maxTransitIps } from '../rules/instances.ts'
import { changedIdentity, identity, ipAddress, IpNet, Name, NameOrId, newIdentity, uuid } from '../values.ts'

export const MacAddr = z
  .string()
  .min(5)
  .max(17, { abort: true })
  .regex(/^([0-9a-fA-F]{0,2}:){5}[0-9a-fA-F]{0,2}$/, 'must be a MAC address')
  .meta({ id: 'MacAddr' })
export type MacAddr = z.infer<typeof MacAddr>

export const InstanceNetworkInterface = z
  .object({
    ...identity,
    instance_id: uuid,
    ip: ipAddress,
    mac: MacAddr,
    primary: z.boolean(),
    subnet_id: uuid,
    transit_ips: z.array(IpNet).default([]),
    vpc_id: uuid,
  })
  .meta({ id: 'InstanceNetworkInterface' })
export type InstanceNetworkInterface = z.infer<typeof InstanceNetworkInterface>

export const InstanceNetworkInterfaceCreate = z
  .object({ ...newIdentity, ip: ipAddress.nullish(), subnet_name: Name, vpc_name: Name })
  .meta({ id: 'InstanceNetworkInterfaceCreate' })
export type InstanceNetworkInterfaceCreate = z.infer<typeof InstanceNetworkInterfaceCreate>

export const InstanceNetworkInterfaceUpdate = z
  .object({
    ...changedIdentity,
    primary: z.boolean().default(false),
    transit_ips: z.array(IpNet).max(maxTransitIps).default([]),
  })
  .meta({ id: 'InstanceNetworkInterfaceUpdate' })
export type InstanceNetworkInterfaceUpdate = z.infer<typeof InstanceNetworkInterfaceUpdate>

export const networkInterfaces = defineOperations({
  instance_network_interface_list: {
    tag: 'instances',
    method: 'get',
    path: '/v1/network-interfaces',
    query: page(NameOrIdSortMode, { instance: NameOrId.optional(), project: NameOrId.optional() }),
    firstPage: ['instance'],
    paginated: true,
    answer: [200, resultsPage(InstanceNetworkInterface)],
  },
  instance_network_interface_create: {
    tag: 'instances',
    method: 'post',
    path: '/v1/network-interfaces',
    query: z.object({ instance: NameOrId, project: NameOrId.optional() }),
    body: InstanceNetworkInterfaceCreate,
    answer: [201, InstanceNetworkInterface],
  },
  instance_network_interface_view: {
    tag: 'instances',
    method: 'get',
    path: '/v1/network-interfaces/{interface}',
    params: z.object({ interface: NameOrId }),
    query: z.object({ instance: NameOrId.optional(), project: NameOrId.optional() }),
    answer: [200, InstanceNetworkInterface],
  },
  instance_network_interface_update: {
    tag: 'instances',
    method: 'put',
    path: '/v1/network-interfaces/{interface}',
    params: z.object({ interface: NameOrId }),
    query: z.object({ instance: NameOrId.optional(), project: NameOrId.optional() }),
    body: InstanceNetworkInterfaceUpdate,
    answer: [200, InstanceNetworkInterface],
  },
  instance_network_interface_delete: {
    tag: 'instances',
    method: 'delete',
    path: '/v1/network-interfaces/{interface}',
    params: z.object({ interface: NameOrId }),
    query: z.object({ instance: NameOrId.optional(), project: NameOrId.optional() }),
    answer: [204],
  },
})

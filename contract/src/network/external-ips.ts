import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { resultsPage } from '../paging.ts'
import { identity, ipAddress, NameOrId, uuid } from '../values.ts'

export const EphemeralIpCreate = z.object({ pool: NameOrId.nullish() }).meta({ id: 'EphemeralIpCreate' })
export type EphemeralIpCreate = z.infer<typeof EphemeralIpCreate>

export const ExternalIp = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('ephemeral'), ip: ipAddress, ip_pool_id: uuid }),
    z.object({
      kind: z.literal('floating'),
      ...identity,
      instance_id: uuid.nullish(),
      ip: ipAddress,
      ip_pool_id: uuid,
      project_id: uuid,
    }),
  ])
  .meta({ id: 'ExternalIp' })
export type ExternalIp = z.infer<typeof ExternalIp>

export const ExternalIpCreate = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('ephemeral'), pool: NameOrId.nullish() }),
    z.object({ type: z.literal('floating'), floating_ip: NameOrId }),
  ])
  .meta({ id: 'ExternalIpCreate' })
export type ExternalIpCreate = z.infer<typeof ExternalIpCreate>

export const externalIps = defineOperations({
  instance_external_ip_list: {
    tag: 'instances',
    method: 'get',
    path: '/v1/instances/{instance}/external-ips',
    params: z.object({ instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [200, resultsPage(ExternalIp)],
  },
  instance_ephemeral_ip_attach: {
    tag: 'instances',
    method: 'post',
    path: '/v1/instances/{instance}/external-ips/ephemeral',
    params: z.object({ instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    body: EphemeralIpCreate,
    answer: [202, ExternalIp],
  },
  instance_ephemeral_ip_detach: {
    tag: 'instances',
    method: 'delete',
    path: '/v1/instances/{instance}/external-ips/ephemeral',
    params: z.object({ instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [204],
  },
})

import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { dateTime, IpNet } from '../values.ts'

export const AllowedSourceIps = z
  .discriminatedUnion('allow', [
    z.object({ allow: z.literal('any') }),
    z.object({ allow: z.literal('list'), ips: z.array(IpNet) }),
  ])
  .meta({ id: 'AllowedSourceIps' })
export type AllowedSourceIps = z.infer<typeof AllowedSourceIps>

export const AllowList = z
  .object({
    allowed_ips: AllowedSourceIps,
    /** The caller's address, which a new list must include; null when unknown. Beyond the wire contract. */
    caller_address: z.string().nullish(),
    time_created: dateTime,
    time_modified: dateTime,
  })
  .meta({ id: 'AllowList' })
export type AllowList = z.infer<typeof AllowList>

export const AllowListUpdate = z.object({ allowed_ips: AllowedSourceIps }).meta({ id: 'AllowListUpdate' })
export type AllowListUpdate = z.infer<typeof AllowListUpdate>

export const allowList = defineOperations({
  networking_allow_list_view: {
    tag: 'system/networking',
    method: 'get',
    path: '/v1/system/networking/allow-list',
    answer: [200, AllowList],
  },
  networking_allow_list_update: {
    tag: 'system/networking',
    method: 'put',
    path: '/v1/system/networking/allow-list',
    body: AllowListUpdate,
    answer: [200, AllowList],
  },
})

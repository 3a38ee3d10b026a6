import { z } from 'zod'
import { defineOperations } from '../operation.ts'

export const ServiceIcmpConfig = z.object({ enabled: z.boolean() }).meta({ id: 'ServiceIcmpConfig' })
export type ServiceIcmpConfig = z.infer<typeof ServiceIcmpConfig>

export const icmp = defineOperations({
  networking_inbound_icmp_view: {
    tag: 'system/networking',
    method: 'get',
    path: '/v1/system/networking/inbound-icmp',
    answer: [200, ServiceIcmpConfig],
  },
  networking_inbound_icmp_update: {
    tag: 'system/networking',
    method: 'put',
    path: '/v1/system/networking/inbound-icmp',
    body: ServiceIcmpConfig,
    answer: [204],
  },
})

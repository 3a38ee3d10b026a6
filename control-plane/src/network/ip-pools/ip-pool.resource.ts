import { defineResource } from '../../kernel/resources/resource.ts'

export const ipPools = defineResource({ kind: 'ip-pool', table: 'ip_pools', parameter: 'pool' })

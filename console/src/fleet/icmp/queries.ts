import { apiQuery } from '~/api/queries.ts'

export const icmpQuery = apiQuery('networkingInboundIcmpView')

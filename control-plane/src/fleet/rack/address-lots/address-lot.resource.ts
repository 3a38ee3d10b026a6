import { defineResource } from '../../../kernel/resources/resource.ts'

export const addressLots = defineResource({ kind: 'address-lot', table: 'address_lots', parameter: 'address_lot' })

import { defineResource } from '../../kernel/resources/resource.ts'

export const alertReceivers = defineResource({
  kind: 'alert-receiver',
  table: 'alert_receivers',
  parameter: 'receiver',
})

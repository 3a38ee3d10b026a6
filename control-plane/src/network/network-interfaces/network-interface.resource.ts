import { instances } from '../../kernel/resources/instance.resource.ts'
import { defineResource } from '../../kernel/resources/resource.ts'

export const networkInterfaces = defineResource({
  kind: 'instance-network-interface',
  table: 'network_interfaces',
  parameter: 'interface',
  parent: { of: instances, column: 'instance_id' },
  changedUnder: instances,
})

import { defineResource } from '../../kernel/resources/resource.ts'
import { vpcs } from '../vpcs/vpc.resource.ts'

export const subnets = defineResource({
  kind: 'vpc-subnet',
  table: 'subnets',
  parameter: 'subnet',
  parent: { of: vpcs, column: 'vpc_id' },
  changedUnder: vpcs,
})

import { defineResource } from '../../kernel/resources/resource.ts'
import { vpcs } from '../vpcs/vpc.resource.ts'

export const routers = defineResource({
  kind: 'vpc-router',
  table: 'routers',
  parameter: 'router',
  parent: { of: vpcs, column: 'vpc_id' },
  changedUnder: vpcs,
})

export const routes = defineResource({
  kind: 'router-route',
  table: 'router_routes',
  parameter: 'route',
  parent: { of: routers, column: 'router_id' },
  changedUnder: vpcs,
})

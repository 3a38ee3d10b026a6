import { projects } from '../../kernel/resources/project.resource.ts'
import { defineResource } from '../../kernel/resources/resource.ts'

export const floatingIps = defineResource({
  kind: 'floating-ip',
  table: 'external_ips',
  only: { kind: 'floating' },
  parameter: 'floating_ip',
  parent: { of: projects, column: 'project_id' },
})

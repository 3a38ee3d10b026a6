import { defineResource } from '../../../kernel/resources/resource.ts'

export const announceSets = defineResource({
  kind: 'bgp-announce-set',
  table: 'bgp_announce_sets',
  parameter: 'announce_set',
})

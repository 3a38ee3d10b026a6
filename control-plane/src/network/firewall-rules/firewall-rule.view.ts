import type { VpcFirewallRule } from '@skerry/contract/network/firewall-rules.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { namedView } from '../../kernel/http/named.view.ts'

export const ruleView = (row: Row<'firewall_rules'>): VpcFirewallRule => ({
  ...namedView(row),
  action: row.action,
  direction: row.direction,
  filters: row.filters,
  priority: row.priority,
  status: row.status,
  targets: row.targets,
  vpc_id: row.vpc_id,
})

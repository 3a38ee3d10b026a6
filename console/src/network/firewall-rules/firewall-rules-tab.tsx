import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useMemo } from 'react'
import type { VpcFirewallRule } from '~/api/types.gen.ts'
import { vpcQuery, type VpcParams } from '~/network/vpcs/queries.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { pathTo } from '~/shell/path.ts'
import { useRefusal } from '~/shell/roles.ts'
import { WholeListPage } from '~/shell/whole-list-page.tsx'
import type { Columns } from '~/table/columns.ts'
import { createdColumn, nameColumn } from '~/table/named-columns.tsx'
import { MoreCell } from '~/table/more-cell.tsx'
import { stateGroup } from '~/table/quick-filter.ts'
import { StateBadge } from '~/ui/badge.tsx'
import type { MenuItem } from '~/ui/menu.tsx'
import { rulePath, rulesQuery } from './queries.ts'
import { askToDeleteRule, toggleRule } from './rule-actions.tsx'
import { actionLabel, directionLabel, filterTexts, statusLabel, targetTexts } from './rule-words.ts'

const route = getRouteApi('/_app/projects/$project/vpcs/$vpc')

const columnsOf = (params: VpcParams): Columns<VpcFirewallRule> => [
  nameColumn(({ name }) => (
    <Link to={rulePath(params, name)} search state>
      {name}
    </Link>
  )),
  { id: 'priority', header: 'Priority', value: ({ priority }) => priority, alignEnd: true },
  {
    id: 'action',
    header: 'Action',
    cell: ({ action }) => <StateBadge state={action} tone={action === 'allow' ? 'ok' : 'bad'} />,
    value: ({ action }) => actionLabel[action],
  },
  { id: 'direction', header: 'Direction', value: ({ direction }) => directionLabel[direction] },
  {
    id: 'targets',
    header: 'Targets',
    cell: (rule) => <MoreCell items={targetTexts(rule)} />,
    value: (rule) => targetTexts(rule).join(', '),
  },
  {
    id: 'filters',
    header: 'Filters',
    cell: (rule) => <MoreCell items={filterTexts(rule)} />,
    value: (rule) => filterTexts(rule).join(', '),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StateBadge state={status} tone={status === 'enabled' ? 'ok' : 'idle'} />,
    value: ({ status }) => statusLabel[status],
  },
  createdColumn,
]

const statusOf = ({ status }: VpcFirewallRule) => stateGroup(status)

export function FirewallRulesTab() {
  const params = route.useParams()
  const { project, vpc: vpcName } = params
  const { data: vpc } = useSuspenseQuery(vpcQuery(params))
  const query = useSuspenseQuery(rulesQuery(params))
  const { rules } = query.data
  const refusal = useRefusal('vpc_firewall_rules_update', { project })
  const create = {
    label: 'New firewall rule',
    to: pathTo('/projects/$project/vpcs/$vpc/firewall-rules-new', params),
    refusal,
  }
  const columns = useMemo(() => columnsOf({ project, vpc: vpcName }), [project, vpcName])
  const rowActions = (rule: VpcFirewallRule): MenuItem[] => [
    { label: 'Edit', disabled: refusal, link: <Link to={rulePath(params, rule.name)} search state /> },
    {
      label: 'Clone',
      disabled: refusal,
      link: (
        <Link
          to="/projects/$project/vpcs/$vpc/firewall-rules-new/$rule"
          params={{ ...params, rule: rule.name }}
          search
          state
        />
      ),
    },
    {
      label: rule.status === 'enabled' ? 'Disable' : 'Enable',
      disabled: refusal,
      onSelect: () => toggleRule(vpc.id, rule),
    },
    { label: 'Delete', danger: true, disabled: refusal, onSelect: () => askToDeleteRule(vpc.id, rules, rule) },
  ]
  return (
    <WholeListPage
      key={vpc.id}
      below
      title="Firewall Rules"
      reads={[query]}
      rows={rules}
      columns={columns}
      create={create}
      view={() => copyRequest('vpcFirewallRulesView', { query: { vpc: vpc.id } })}
      rowActions={rowActions}
      itemLink={({ name }) => rulePath(params, name)}
      groupOf={statusOf}
      groupLabel="Status"
      sortedBy={{ column: 'priority', descending: false }}
      emptyIcon={<ShieldCheck />}
      emptyTitle="No firewall rules"
      emptyBody="A firewall rule allows or denies traffic. Without rules, all inbound traffic is denied and all outbound traffic allowed."
    />
  )
}

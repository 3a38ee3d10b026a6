import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useMemo } from 'react'
import type { VpcFirewallRule } from '~/api/types.gen.ts'
import { TabHeading } from '~/shell/tab-heading.tsx'
import { vpcQuery, type VpcParams } from '~/network/vpcs/queries.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { CreateButton } from '~/shell/create-button.tsx'
import { pathTo } from '~/shell/path.ts'
import { useQuickActions } from '~/shell/quick-actions.ts'
import { readState } from '~/shell/reads.ts'
import { useRefusal } from '~/shell/roles.ts'
import { WholeListTable } from '~/shell/whole-list-table.tsx'
import type { Column } from '~/table/columns.ts'
import { createdColumn, nameColumn } from '~/table/named-columns.tsx'
import { MoreCell } from '~/table/more-cell.tsx'
import { stateGroup } from '~/table/quick-filter.ts'
import { StateBadge } from '~/ui/badge.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import type { MenuItem } from '~/ui/menu.tsx'
import { rulePath, rulesQuery } from './queries.ts'
import { askToDeleteRule, toggleRule } from './rule-actions.tsx'
import { actionLabel, directionLabel, filterTexts, statusLabel, targetTexts } from './rule-words.ts'

const route = getRouteApi('/_app/projects/$project/vpcs/$vpc')

const columnsOf = (params: VpcParams): readonly [Column<VpcFirewallRule>, ...Column<VpcFirewallRule>[]] => [
  nameColumn(({ name }) => (
    <Link to={rulePath(params, name)} search state>
      {name}
    </Link>
  )),
  {
    id: 'priority',
    header: 'Priority',
    cell: ({ priority }) => priority,
    value: ({ priority }) => priority,
    alignEnd: true,
  },
  {
    id: 'action',
    header: 'Action',
    cell: ({ action }) => <StateBadge state={action} tone={action === 'allow' ? 'ok' : 'bad'} />,
    value: ({ action }) => actionLabel[action],
  },
  {
    id: 'direction',
    header: 'Direction',
    cell: ({ direction }) => directionLabel[direction],
    value: ({ direction }) => directionLabel[direction],
  },
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

/** The firewall rules of a VPC, the one that is looked at first on top. */
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
  useQuickActions([
    ...(refusal ? [] : [{ group: 'Actions', label: create.label, to: create.to }]),
    ...rules.map(({ name }) => ({ group: 'Firewall Rules', label: name, to: rulePath(params, name) })),
  ])
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
    <>
      <TabHeading title="Firewall Rules">
        <CreateButton {...create} />
      </TabHeading>
      <WholeListTable
        key={vpc.id}
        label="Firewall rules"
        rows={rules}
        columns={useMemo(() => columnsOf({ project, vpc: vpcName }), [project, vpcName])}
        view={() => copyRequest('vpcFirewallRulesView', { query: { vpc: vpc.id } })}
        rowActions={rowActions}
        groupOf={statusOf}
        groupLabel="Status"
        sortedBy={{ column: 'priority', descending: false }}
        read={readState(query)}
        empty={
          <EmptyState
            icon={<ShieldCheck />}
            title="No firewall rules"
            body="A rule says which traffic may pass. Without any, all inbound is denied and all outbound allowed."
          >
            <CreateButton {...create} />
          </EmptyState>
        }
      />
      <Outlet />
    </>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useMemo } from 'react'
import type { VpcFirewallRule, VpcFirewallRuleTarget } from '~/api/types.gen.ts'
import { vpcQuery, type VpcParams } from '~/network/vpcs/queries.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { WholeListPage } from '~/shell/list/whole-list-page.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import type { Columns } from '~/table/columns.ts'
import { MoreCell } from '~/table/more-cell.tsx'
import { createdColumn, nameColumn } from '~/table/named-columns.tsx'
import { stateGroup } from '~/table/quick-filter.ts'
import { Badge, StateBadge } from '~/ui/badge.tsx'
import type { MenuItem } from '~/ui/menu.tsx'
import { useTooltip } from '~/ui/tooltip.tsx'
import { rulePath, rulesQuery } from './queries.ts'
import { askToDeleteRule, toggleRule } from './rule-actions.tsx'
import { actionLabel, directionLabel, effectOf, filterTexts, hostText, statusLabel, targetTexts } from './rule-words.ts'
import { useNamesNothing } from './use-names-nothing.ts'

const route = getRouteApi('/_app/projects/$project/vpcs/$vpc')

interface PartsCellProps {
  parts: readonly string[]
  /** Those that name nothing. */
  missing: readonly string[]
}

function PartsCell({ parts, missing }: PartsCellProps) {
  const tooltip = useTooltip(missing.join('\n'))
  if (missing.length === 0) return <MoreCell items={parts} />
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <span className="min-w-0 truncate">
        <MoreCell items={parts} />
      </span>
      <span {...tooltip}>
        <Badge tone="bad">
          Not found<span className="sr-only">: {missing.join(', ')}</span>
        </Badge>
      </span>
    </span>
  )
}

/** Two such columns leave room for the creation time, also where a rule names nothing. */
const maxWidth = '12rem'
/** On wide screens a name has what the other columns leave. */
const nameWidth = 'clamp(12rem, 100vw - 1245px, 22rem)'

const wordsOf = ({ parts, missing }: PartsCellProps) => [...parts, ...(missing.length ? ['not found'] : [])].join(', ')

const columnsOf = (
  params: VpcParams,
  namesNothing: (endpoint: VpcFirewallRuleTarget) => boolean,
): Columns<VpcFirewallRule> => {
  const missingOf = (endpoints: readonly VpcFirewallRuleTarget[]) => endpoints.filter(namesNothing).map(hostText)
  const targetsOf = (rule: VpcFirewallRule) => ({ parts: targetTexts(rule), missing: missingOf(rule.targets) })
  const filtersOf = (rule: VpcFirewallRule) => ({
    parts: filterTexts(rule),
    missing: missingOf(rule.filters.hosts ?? []),
  })
  const lacks = (rule: VpcFirewallRule) => rule.status === 'enabled' && effectOf(rule, namesNothing)
  const statusText = (rule: VpcFirewallRule) => statusLabel[rule.status] + (lacks(rule) ? `, ${lacks(rule)}` : '')
  const statusTone = (rule: VpcFirewallRule) => (lacks(rule) ? 'warn' : rule.status === 'enabled' ? 'ok' : 'idle')
  return [
    {
      ...nameColumn<VpcFirewallRule>(({ name }) => (
        <Link to={rulePath(params, name)} search state>
          {name}
        </Link>
      )),
      maxWidth: nameWidth,
    },
    { id: 'priority', header: 'Priority', card: 'fact', value: ({ priority }) => priority, alignEnd: true },
    {
      id: 'action',
      header: 'Action',
      card: 'state',
      cell: ({ action }) => <StateBadge state={action} tone={action === 'allow' ? 'ok' : 'bad'} />,
      value: ({ action }) => actionLabel[action],
    },
    { id: 'direction', header: 'Direction', card: 'fact', value: ({ direction }) => directionLabel[direction] },
    {
      id: 'targets',
      header: 'Targets',
      card: 'fact',
      maxWidth,
      cell: (rule) => <PartsCell {...targetsOf(rule)} />,
      value: (rule) => wordsOf(targetsOf(rule)),
    },
    {
      id: 'filters',
      header: 'Filters',
      card: 'fact',
      maxWidth,
      cell: (rule) => <PartsCell {...filtersOf(rule)} />,
      value: (rule) => wordsOf(filtersOf(rule)),
    },
    {
      id: 'status',
      header: 'Status',
      cell: (rule) => <StateBadge state={rule.status} label={statusText(rule)} tone={statusTone(rule)} />,
      value: statusText,
    },
    createdColumn,
  ]
}

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
  const namesNothing = useNamesNothing(project, vpc, rules)
  const columns = useMemo(() => columnsOf({ project, vpc: vpcName }, namesNothing), [project, vpcName, namesNothing])
  const rowActions = (rule: VpcFirewallRule): MenuItem[] => [
    { label: 'Edit', refusal: refusal, link: <Link to={rulePath(params, rule.name)} search state /> },
    {
      label: 'Clone',
      refusal: refusal,
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
      refusal: refusal,
      onSelect: () => toggleRule(vpc.id, rule),
    },
    { label: 'Delete', danger: true, refusal: refusal, onSelect: () => askToDeleteRule(vpc.id, rules, rule) },
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

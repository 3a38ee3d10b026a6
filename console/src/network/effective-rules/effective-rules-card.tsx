import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Instance } from '~/api/types.gen.ts'
import { rulePath } from '~/network/firewall-rules/queries.ts'
import { actionLabel, directionLabel, hostText, trafficTexts } from '~/network/firewall-rules/rule-words.ts'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import type { Column } from '~/table/columns.ts'
import { MoreCell } from '~/table/more-cell.tsx'
import { Table } from '~/table/table.tsx'
import { Badge, StateBadge } from '~/ui/badge.tsx'
import { Button } from '~/ui/button.tsx'
import { Card } from '~/ui/card.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import type { Applying } from './evaluate.ts'
import { type InterfaceRules, useEffectiveRules } from './use-effective-rules.ts'

const TrafficCheck = lazyPart(() => import('./traffic-check.tsx'))

type Row = Applying & Pick<InterfaceRules, 'nic' | 'vpc'>

const columnsOf = (project: string): readonly Column<Row>[] => [
  { id: 'priority', header: 'Priority', cell: ({ rule }) => rule.priority, alignEnd: true },
  {
    id: 'name',
    header: 'Name',
    cell: ({ rule, vpc }) => (
      <span className={`inline-flex items-center gap-2 ${rule.status === 'disabled' ? 'text-ink-3' : ''}`}>
        <Link to={rulePath({ project, vpc: vpc.name }, rule.name)} className="text-accent hover:underline">
          {rule.name}
        </Link>
        {rule.status === 'disabled' && <Badge>disabled</Badge>}
      </span>
    ),
  },
  {
    id: 'action',
    header: 'Action',
    cell: ({ rule: { action, status } }) => (
      <StateBadge
        state={action}
        label={actionLabel[action]}
        tone={status === 'disabled' ? 'idle' : action === 'allow' ? 'ok' : 'bad'}
      />
    ),
  },
  { id: 'direction', header: 'Direction', cell: ({ rule }) => directionLabel[rule.direction] },
  { id: 'matched', header: 'Matched by', cell: ({ matchedBy }) => <MoreCell items={matchedBy.map(hostText)} /> },
  { id: 'hosts', header: 'Hosts', cell: ({ rule }) => <Any items={rule.filters.hosts?.map(hostText)} /> },
  {
    id: 'traffic',
    header: 'Protocols and ports',
    cell: ({ rule: { filters } }) => <Any items={trafficTexts(filters)} />,
  },
  { id: 'nic', header: 'Interface', cell: ({ nic }) => nic.name },
]

/** An empty filter matches everything. */
const Any = ({ items = [] }: { items?: readonly string[] }) =>
  items.length > 0 ? <MoreCell items={items} /> : <span className="text-ink-3">Any</span>

const idOf = ({ rule, nic }: Row) => `${nic.id} ${rule.id}`
const nameOf = ({ rule }: Row) => rule.name

interface EffectiveRulesCardProps {
  /** Name or id of the URL. */
  project: string
  instance: Instance
}

/** The firewall rules of an instance's interfaces, why they apply, and their effect on given traffic. */
export function EffectiveRulesCard({ project, instance }: EffectiveRulesCardProps) {
  const { interfaces, read } = useEffectiveRules(project, instance)
  const [withDisabled, setWithDisabled] = useState(false)
  const [checking, setChecking] = useState(false)
  const all = interfaces?.flatMap(({ nic, vpc, rules }) => rules.map((each): Row => ({ ...each, nic, vpc })))
  // Each interface has its rules in order; together they are in the order of their numbers.
  const ordered = all?.toSorted((a, b) => a.rule.priority - b.rule.priority)
  const disabled = ordered?.filter(({ rule }) => rule.status === 'disabled').length ?? 0
  const shown = withDisabled ? ordered : ordered?.filter(({ rule }) => rule.status === 'enabled')
  const columns = useMemo(() => columnsOf(project), [project])
  if (interfaces?.length === 0) return null

  return (
    <Card
      title="Firewall rules that apply"
      actions={
        <>
          {disabled > 0 && (
            <Button aria-pressed={withDisabled} onClick={() => setWithDisabled(!withDisabled)}>
              {withDisabled ? 'Hide' : 'Show'} {disabled} disabled
            </Button>
          )}
          <Button aria-expanded={checking} onClick={() => setChecking(!checking)}>
            Check traffic
          </Button>
        </>
      }
    >
      {checking && interfaces && (
        <PartBoundary onFailed={() => setChecking(false)}>
          <TrafficCheck project={project} instance={instance} rules={interfaces} />
        </PartBoundary>
      )}
      <Table
        label="Firewall rules that apply"
        framed={false}
        rows={shown}
        read={read}
        columns={columns}
        getId={idOf}
        getName={nameOf}
        rowActions={({ rule }) => rowMenu(rule.id, copyRequest('vpcFirewallRulesView', { query: { vpc: rule.vpcId } }))}
        empty={
          <p className="px-4 py-3.5 text-ink-2">
            {disabled > 0
              ? 'All firewall rules that target this instance, its subnet or its VPC are disabled.'
              : 'No firewall rule targets this instance, its subnet or its VPC.'}
          </p>
        }
      />
      <p className="border-t border-line px-4 py-3 text-sm text-ink-3">
        Traffic that matches no rule: inbound denied, outbound allowed.
      </p>
    </Card>
  )
}

import { instanceCan, maxGroups } from '@skerry/contract/rules/instances.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { wholeListQuery } from '~/api/queries.ts'
import type { AffinityGroup, Instance } from '~/api/types.gen.ts'
import { askToRemove } from '~/compute/affinity/group-actions.tsx'
import { type GroupKind, policyLabel } from '~/compute/affinity/kinds.ts'
import { groupsQuery } from '~/compute/affinity/queries.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { readState } from '~/shell/page/reads.ts'
import type { Column } from '~/table/columns.ts'
import { descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { Table } from '~/table/table.tsx'
import { Button } from '~/ui/button.tsx'
import { Card } from '~/ui/card.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { CutName } from '~/ui/truncate.tsx'
import type { InstanceParams } from '../queries.ts'

const AddToGroup = lazyPart(() => import('./add-to-group.tsx'))

const columnsOf = (kind: GroupKind, project: string): readonly Column<AffinityGroup>[] => [
  nameColumn(({ name }) => (
    <Link to={kind.path(project, name)}>
      <CutName name={name} />
    </Link>
  )),
  descriptionColumn,
  { id: 'policy', header: 'Policy', cell: ({ policy }) => policyLabel[policy] },
]

interface GroupsCardProps {
  kind: GroupKind
  params: InstanceParams
  instance: Instance
}

export function GroupsCard({ kind, params: { project }, instance }: GroupsCardProps) {
  const joinedList = useQuery(wholeListQuery(kind.ofInstance, { path: { instance: instance.id } }))
  const joined = joinedList.data
  const all = useQuery(groupsQuery(kind, project)).data
  const refused = useRefusals({ project })
  const [adding, setAdding] = useState(false)
  const columns = useMemo(() => columnsOf(kind, project), [kind, project])
  const free = joined && all?.filter((group) => !joined.some(({ id }) => id === group.id))
  const title = `${kind.label} groups`
  const note = refused(kind.needs.addMember) ?? instanceCan.joinAffinityGroup.refusal(instance)

  return (
    <Card
      title={title}
      note={note}
      actions={
        <Button
          refusal={note ?? fullness(kind, all?.length, joined?.length, free?.length)}
          onClick={() => setAdding(true)}
        >
          Add to group
        </Button>
      }
    >
      <Table
        label={title}
        framed={false}
        rows={joined}
        read={readState(joinedList)}
        columns={columns}
        getId={({ id }) => id}
        getName={({ name }) => name}
        rowActions={(group) =>
          rowMenu(group.id, copyRequest(kind.view, { path: kind.pathOf(group.id) }), [
            {
              label: 'Remove',
              danger: true,
              refusal: refused(kind.needs.removeMember),
              onSelect: () => askToRemove({ ...group, kind }, instance),
            },
          ])
        }
        empty={
          <p className="px-4 py-3.5 text-ink-2">
            Not in any {kind.thing}. {kind.purpose}.
          </p>
        }
      />
      {adding && (
        <PartBoundary onFailed={() => setAdding(false)}>
          <AddToGroup
            kind={kind}
            project={project}
            instance={instance}
            joined={joined ?? []}
            onClose={() => setAdding(false)}
          />
        </PartBoundary>
      )}
    </Card>
  )
}

/** Why no group is left to join. */
function fullness(kind: GroupKind, all = 1, joined = 0, free = 1): string | undefined {
  if (all === 0) return `This project has no ${kind.thing}s`
  if (free === 0) return `Already in every ${kind.thing} of this project`
  return joined >= maxGroups ? `An instance can be in at most ${maxGroups} ${kind.thing}s` : undefined
}

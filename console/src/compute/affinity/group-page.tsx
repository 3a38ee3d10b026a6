import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Server } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { WholeListTable } from '~/shell/list/whole-list-table.tsx'
import { IdentityFacts } from '~/shell/page/metadata.tsx'
import { refreshOf } from '~/shell/page/reads.ts'
import { useQuickActions } from '~/shell/palette/quick-actions.ts'
import { useBeganOn } from '~/shell/paths/began-on.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'
import type { Columns } from '~/table/columns.ts'
import { idColumn, nameColumn } from '~/table/named-columns.tsx'
import { stateGroup } from '~/table/quick-filter.ts'
import { StateBadge, stateLabel } from '~/ui/badge.tsx'
import { Button } from '~/ui/button.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { CutName } from '~/ui/truncate.tsx'
import { askToDeleteGroup, askToRemove, type Member } from './group-actions.tsx'
import { affinity, antiAffinity, type GroupKind, listPath, maxMembers, policyLabel } from './kinds.ts'
import { firstInstancesQuery, groupQuery, membersQuery } from './queries.ts'

const AddInstance = lazyPart(() => import('./add-instance.tsx'))

const settingsPath = (project: string, instance: string): Path =>
  pathTo('/projects/$project/instances/$instance/settings', { project, instance })

const columnsOf = (project: string): Columns<Member> => [
  nameColumn(({ name }) => (
    <Link to={settingsPath(project, name)}>
      <CutName name={name} />
    </Link>
  )),
  {
    id: 'state',
    header: 'State',
    cell: ({ runState }) => <StateBadge state={runState} />,
    value: ({ runState }) => stateLabel(runState),
  },
  idColumn,
]

const stateOf = ({ runState }: Member) => stateGroup(runState)

/** Why no instance can be added: the group is full, or has all there are. */
function useFullness(project: string, members: readonly Member[]): string | undefined {
  const { data } = useQuery(firstInstancesQuery(project))
  if (members.length >= maxMembers) return `A group has at most ${maxMembers} members`
  if (data?.items.length === 0) return 'This project has no instances'
  if (data?.items.every(({ id }) => members.some((member) => member.id === id)))
    return 'All instances of this project are already members'
  return undefined
}

const antiAffinityRoute = getRouteApi('/_app/projects/$project/affinity/$antiAffinityGroup')
const affinityRoute = getRouteApi('/_app/projects/$project/affinity-groups/$affinityGroup')

export function AntiAffinityGroupPage() {
  const { project, antiAffinityGroup } = antiAffinityRoute.useParams()
  return <GroupPage kind={antiAffinity} project={project} name={antiAffinityGroup} />
}

export function AffinityGroupPage() {
  const { project, affinityGroup } = affinityRoute.useParams()
  return <GroupPage kind={affinity} project={project} name={affinityGroup} />
}

function GroupPage({ kind, project, name }: { kind: GroupKind; project: string; name: string }) {
  const view = useSuspenseQuery(groupQuery(kind, project, name))
  const list = useSuspenseQuery(membersQuery(kind, project, name))
  const members = useMemo(() => list.data.map(({ value }) => value), [list.data])
  const group = { ...view.data, kind }
  const navigate = useNavigate()
  const edit = { to: kind.editPath(project, name), state: useBeganOn(kind.param) }
  const [adding, setAdding] = useState(false)
  const refused = useRefusals({ project })
  const fullness = useFullness(project, members)
  const addRefusal = refused(kind.needs.addMember) ?? fullness
  const removeRefusal = refused(kind.needs.removeMember)
  const askDelete = () => askToDeleteGroup(group, () => void navigate({ to: listPath(project) }))
  const [editRefusal, deleteRefusal] = [refused(kind.needs.update), refused(kind.needs.delete)]
  useQuickActions([
    { group: 'Actions', label: 'Add instance', run: () => setAdding(true), refusal: addRefusal },
    { group: 'Actions', label: 'Edit group', run: () => void navigate(edit), refusal: editRefusal },
    { group: 'Actions', label: 'Delete group', run: askDelete, refusal: deleteRefusal },
    ...members.map((member) => ({ group: 'Members', label: member.name, to: settingsPath(project, member.name) })),
  ])
  const add = (
    <Button
      variant="primary"
      refusal={addRefusal}
      onClick={() => setAdding(true)}
      data-hotkey="c"
      aria-keyshortcuts="c"
    >
      Add instance
    </Button>
  )
  const columns = useMemo(() => columnsOf(project), [project])
  return (
    <>
      <PageHeader title={group.name} refresh={refreshOf(view, list)}>
        {add}
        <MenuButton
          label="Group actions"
          variant="default"
          items={rowMenu(group.id, copyRequest(kind.view, { path: kind.pathOf(group.id) }), [
            { label: 'Edit', refusal: editRefusal, link: <Link {...edit} /> },
            { label: 'Delete', danger: true, refusal: deleteRefusal, onSelect: askDelete },
          ])}
        />
      </PageHeader>
      <div className="mb-6">
        <Facts>
          <Fact label="Type">{kind.label}</Fact>
          <Fact label="Policy">{policyLabel[group.policy]}</Fact>
          <Fact label="Failure domain">Sled</Fact>
          <IdentityFacts thing={group} />
          <Fact label="Description" wide>
            {group.description}
          </Fact>
        </Facts>
      </div>
      <h2 className="mb-3 text-lg font-semibold">
        Members{' '}
        <span className="font-normal text-ink-3 tabular-nums">
          {members.length} of {maxMembers}
        </span>
      </h2>
      <div className="pb-7">
        <WholeListTable
          label="Members"
          rows={members}
          columns={columns}
          view={({ id }) => copyRequest(kind.viewMember, { path: { ...kind.pathOf(group.id), instance: id } })}
          rowActions={(member) => [
            {
              label: 'Remove from group',
              danger: true,
              refusal: removeRefusal,
              onSelect: () => askToRemove(group, member),
            },
          ]}
          groupOf={stateOf}
          empty={
            <EmptyState icon={<Server />} title="No members" body={`${kind.purpose}. Add instances to apply it.`}>
              {add}
            </EmptyState>
          }
        />
      </div>
      {adding && (
        <PartBoundary onFailed={() => setAdding(false)}>
          <AddInstance group={group} project={project} members={members} onClose={() => setAdding(false)} />
        </PartBoundary>
      )}
    </>
  )
}

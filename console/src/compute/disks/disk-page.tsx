import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Disk } from '~/api/types.gen.ts'
import { formatBytes, formatNumber } from '~/lib/format/numbers.ts'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { LockBadge } from '~/shell/actions/deletion-lock.tsx'
import { createPolling } from '~/shell/live/polling.ts'
import { IdentityFacts } from '~/shell/page/metadata.tsx'
import { refreshOf } from '~/shell/page/reads.ts'
import { useQuickActions } from '~/shell/palette/quick-actions.ts'
import { DiskSource, instanceIdOf, ThingLink, useStorageNames } from '~/shell/things/storage-names.tsx'
import { StateBadge } from '~/ui/badge.tsx'
import { ButtonLink } from '~/ui/button.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { Notice } from '~/ui/notice.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { diskPolling, useDiskActions } from './disk-actions.tsx'
import { DiskMetrics } from './disk-metrics.tsx'
import { diskQuery } from './queries.ts'

const route = getRouteApi('/_app/projects/$project/disks/$disk')

export function DiskPage() {
  const { project, disk: name } = route.useParams()
  const [polling] = useState(() => createPolling<Disk>(diskPolling))
  const query = useSuspenseQuery({
    ...diskQuery(project, name),
    refetchInterval: ({ state }) => polling(state.data ? [state.data] : []),
  })
  const disk = query.data
  const names = useStorageNames(project, ['instances', 'images', 'snapshots'])
  const navigate = useNavigate()
  const actions = useDiskActions(project, names, {
    onDeleted: () => void navigate({ to: '/projects/$project/disks', params: { project } }),
  })
  const items = actions.menu(disk)
  useQuickActions(
    items
      .filter((item) => !item.refusal)
      .map(({ label, onSelect }) => ({
        group: 'Actions',
        label: label.includes(' ') ? label : `${label} disk`,
        ...(onSelect && { run: onSelect }),
      })),
  )
  return (
    <>
      <PageHeader
        title={disk.name}
        badge={
          <>
            <LockBadge thing={disk} />
            <StateBadge state={disk.state.state} />
          </>
        }
        refresh={refreshOf(query)}
      >
        <MenuButton
          label="Disk actions"
          variant="default"
          items={rowMenu(disk.id, copyRequest('diskView', { path: { disk: disk.id } }), items)}
        />
      </PageHeader>
      {disk.state.state === 'faulted' && <FaultedNotice project={project} />}
      <div className="mb-6">
        <Facts>
          <Fact label="Size">{formatBytes(Number(disk.size))}</Fact>
          <Fact label="Block size">{formatNumber(disk.blockSize)} B</Fact>
          <Fact label="State">
            <StateBadge state={disk.state.state} />
          </Fact>
          <Fact label="Instance">
            <ThingLink {...{ project, names }} kind="instances" id={instanceIdOf(disk)} />
          </Fact>
          <Fact label="Source">
            <DiskSource {...{ project, names, disk }} />
          </Fact>
          <Fact label="Device path">
            <span className="text-mono">{disk.devicePath}</span>
          </Fact>
          <Fact label="Description">{disk.description}</Fact>
          <IdentityFacts thing={{ id: disk.id, timeCreated: disk.timeCreated }} />
        </Facts>
      </div>
      <DiskMetrics key={disk.id} disk={disk} />
      {actions.dialog}
    </>
  )
}

/** What to do about a faulted disk, which is detached already. */
const FaultedNotice = ({ project }: { project: string }) => (
  <div className="mb-6">
    <Notice
      tone="bad"
      title="The disk is faulted"
      content="Its data cannot be read or written, and it is attached to no instance. Create a new disk from its last snapshot, attach that one instead, and delete this disk."
      actions={
        <>
          <ButtonLink to="/projects/$project/snapshots" params={{ project }}>
            Snapshots
          </ButtonLink>
          <ButtonLink to="/projects/$project/disks-new" params={{ project }}>
            New disk
          </ButtonLink>
        </>
      }
    />
  </div>
)

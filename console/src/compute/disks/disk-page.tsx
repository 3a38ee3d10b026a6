import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatBytes, formatNumber } from '~/lib/format/numbers.ts'
import { rowMenu } from '~/shell/actions/copy-request.ts'
import { LockBadge } from '~/shell/actions/deletion-lock.tsx'
import { useActions } from '~/shell/actions/use-actions.tsx'
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
import { diskActions } from './disk-actions.tsx'
import { DiskMetrics } from './disk-metrics.tsx'
import { disk } from './disk.ts'
import { diskQuery } from './queries.ts'

const route = getRouteApi('/_app/projects/$project/disks/$disk')

export function DiskPage() {
  const { project, disk: name } = route.useParams()
  const [polling] = useState(() => createPolling(disk.polling))
  const query = useSuspenseQuery({
    ...diskQuery(project, name),
    refetchInterval: ({ state }) => polling(state.data ? [state.data] : []),
  })
  const shown = query.data
  const names = useStorageNames(project, ['instances', 'images', 'snapshots'])
  const navigate = useNavigate()
  const actions = useActions(disk, diskActions, {
    project,
    context: names,
    onDeleted: () => void navigate({ to: disk.listPath(project) }),
  })
  useQuickActions(actions.quick(shown))
  return (
    <>
      <PageHeader
        title={shown.name}
        badge={
          <>
            <LockBadge thing={shown} />
            <StateBadge state={shown.state.state} />
          </>
        }
        refresh={refreshOf(query)}
      >
        <MenuButton
          label="Disk actions"
          variant="default"
          items={rowMenu(shown.id, disk.view(shown), actions.menu(shown))}
        />
      </PageHeader>
      {shown.state.state === 'faulted' && <FaultedNotice project={project} />}
      <div className="mb-6">
        <Facts>
          <Fact label="Size">{formatBytes(Number(shown.size))}</Fact>
          <Fact label="Block size">{formatNumber(shown.blockSize)} B</Fact>
          <Fact label="State">
            <StateBadge state={shown.state.state} />
          </Fact>
          <Fact label="Instance">
            <ThingLink {...{ project, names }} kind="instances" id={instanceIdOf(shown)} />
          </Fact>
          <Fact label="Source">
            <DiskSource {...{ project, names }} disk={shown} />
          </Fact>
          <Fact label="Device path">
            <span className="text-mono">{shown.devicePath}</span>
          </Fact>
          <Fact label="Description">{shown.description}</Fact>
          <IdentityFacts thing={{ id: shown.id, timeCreated: shown.timeCreated }} />
        </Facts>
      </div>
      <DiskMetrics key={shown.id} disk={shown} />
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

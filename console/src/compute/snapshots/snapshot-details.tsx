import { snapshotCan } from '@skerry/contract/rules/snapshots.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatBytes } from '~/lib/format/numbers.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { unlessLive } from '~/shell/live/live.ts'
import { DetailPanel } from '~/shell/page/detail-panel.tsx'
import { Metadata } from '~/shell/page/metadata.tsx'
import { readState } from '~/shell/page/reads.ts'
import { pathTo } from '~/shell/paths/path.ts'
import { ThingLink, useStorageNames } from '~/shell/things/storage-names.tsx'
import { StateBadge } from '~/ui/badge.tsx'
import { ButtonLink } from '~/ui/button.tsx'
import { Fact } from '~/ui/facts.tsx'
import { snapshotQuery } from './queries.ts'

const route = getRouteApi('/_app/projects/$project/_snapshots/snapshots/$snapshot')

export function SnapshotDetails() {
  const { project, snapshot: name } = route.useParams()
  const query = useSuspenseQuery({
    ...snapshotQuery(project, name),
    refetchInterval: ({ state }) => unlessLive(state.data?.state === 'creating' && 3000),
  })
  const snapshot = query.data
  const names = useStorageNames(project, ['disks'])
  const refusal = useRefusal('image_create', { project }) ?? snapshotCan.createImage.refusal(snapshot)
  return (
    <DetailPanel
      title={snapshot.name}
      closeTo={pathTo('/projects/$project/snapshots', { project })}
      read={readState(query)}
      actions={
        <ButtonLink
          to="/projects/$project/snapshots/$snapshot/images-new"
          params={{ project, snapshot: snapshot.name }}
          search
          state
          variant="primary"
          refusal={refusal}
        >
          Create image
        </ButtonLink>
      }
    >
      <Metadata thing={snapshot}>
        <Fact label="State">
          <StateBadge state={snapshot.state} />
        </Fact>
        <Fact label="Size">{formatBytes(Number(snapshot.size))}</Fact>
        <Fact label="Disk">
          <ThingLink {...{ project, names }} kind="disks" id={snapshot.diskId} plain />
        </Fact>
        <Fact label="Description">{snapshot.description}</Fact>
      </Metadata>
    </DetailPanel>
  )
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Package } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { TufArtifactMeta } from '~/api/types.gen.ts'
import { formatBytes } from '~/lib/format/numbers.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { WholeListTable } from '~/shell/list/whole-list-table.tsx'
import { refreshOf } from '~/shell/page/reads.ts'
import type { Columns } from '~/table/columns.ts'
import { CopyCell } from '~/table/named-columns.tsx'
import { Badge } from '~/ui/badge.tsx'
import { Button } from '~/ui/button.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { DateTime } from '~/ui/time.tsx'
import { ShortId } from '~/ui/truncate.tsx'
import { repositoryQuery, targetReleaseQuery } from './queries.ts'
import { rememberRelease } from './seen-versions.ts'
import { askToSetTarget, useTargetRefusal, versionOf } from './set-target.tsx'

const route = getRouteApi('/_app/system/updates/$version')

/** An artifact as a row, which has an id and a name of its own. */
interface Listed extends Pick<TufArtifactMeta, 'hash' | 'size'> {
  id: string
  name: string
  artifact: TufArtifactMeta['id']
}

const columns: Columns<Listed> = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, value: ({ name }) => name },
  { id: 'kind', header: 'Kind', value: ({ artifact }) => artifact.kind, mono: true },
  {
    id: 'version',
    header: 'Version',
    cell: ({ artifact }) => artifact.version,
    value: ({ artifact }) => artifact.version,
    mono: true,
  },
  {
    id: 'size',
    header: 'Size',
    cell: ({ size }) => formatBytes(Number(size)),
    value: ({ size }) => Number(size),
    mono: true,
  },
  {
    id: 'hash',
    header: 'SHA-256',
    cell: ({ hash, name }) => (
      <CopyCell text={hash} label={`Copy SHA-256 of ${name}`}>
        <ShortId id={hash} length={20} />
      </CopyCell>
    ),
    value: ({ hash }) => hash,
  },
]

export function ReleasePage() {
  const { version } = route.useParams()
  const query = useSuspenseQuery(repositoryQuery(version))
  const target = useQuery(targetReleaseQuery).data
  const refusal = useTargetRefusal(target)(version)
  useEffect(() => rememberRelease(version), [version])
  const { repo, artifacts } = query.data.description
  const rows = useMemo(
    () =>
      artifacts.map(({ id: artifact, hash, size }): Listed => {
        const id = `${artifact.kind} ${artifact.name} ${artifact.version}`
        return { id, name: artifact.name, artifact, hash, size }
      }),
    [artifacts],
  )
  const isTarget = target !== undefined && versionOf(target) === version
  return (
    <>
      <PageHeader title={version} badge={isTarget && <Badge tone="accent">target</Badge>} refresh={refreshOf(query)}>
        <Button
          variant="primary"
          refusal={refusal}
          onClick={() => askToSetTarget(version, target && versionOf(target))}
        >
          Set as target release
        </Button>
      </PageHeader>
      <div className="mb-6">
        <Facts>
          <Fact label="File">{repo.fileName}</Fact>
          <Fact label="Valid until">
            <DateTime date={new Date(repo.validUntil)} />
          </Fact>
          <Fact label="Targets role">version {String(repo.targetsRoleVersion)}</Fact>
          <Fact label="SHA-256" wide>
            <span className="text-mono">{repo.hash}</span>
            <CopyButton text={repo.hash} label="Copy SHA-256 of the repository" />
          </Fact>
        </Facts>
      </div>
      <div className="pb-7">
        <WholeListTable
          label="Artifacts"
          rows={rows}
          columns={columns}
          view={() => copyRequest('systemUpdateGetRepository', { path: { systemVersion: version } })}
          empty={<EmptyState icon={<Package />} title="No artifacts" />}
        />
      </div>
    </>
  )
}

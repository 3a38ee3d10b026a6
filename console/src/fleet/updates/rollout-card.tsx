import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import type { ReleaseComponent, TargetRelease } from '~/api/types.gen.ts'
import { pathTo } from '~/shell/paths/path.ts'
import type { Column } from '~/table/columns.ts'
import { Table } from '~/table/table.tsx'
import { StateBadge, type Tone } from '~/ui/badge.tsx'
import { Card } from '~/ui/card.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { Dash } from '~/ui/facts.tsx'
import { Notice } from '~/ui/notice.tsx'
import { ProgressBar } from '~/ui/progress-bar.tsx'
import { DateTime } from '~/ui/time.tsx'
import { releasePath } from './queries.ts'
import { versionOf } from './set-target.tsx'

const tone: Record<ReleaseComponent['state'], Tone> = {
  waiting: 'idle',
  updating: 'busy',
  updated: 'ok',
  failed: 'bad',
}

const linkOf = ({ kind, id }: ReleaseComponent) =>
  kind === 'sled'
    ? pathTo('/system/inventory/sleds/$sledId', { sledId: id })
    : pathTo('/system/inventory/switches/$switchId', { switchId: id })

const columns: readonly Column<ReleaseComponent>[] = [
  {
    id: 'serial',
    header: 'Serial number',
    cell: (component) => <Link to={linkOf(component)}>{component.serial}</Link>,
    mono: true,
  },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => (kind === 'sled' ? 'Sled' : 'Switch') },
  {
    id: 'version',
    header: 'Runs',
    cell: ({ systemVersion }) => systemVersion ?? <Dash />,
    mono: true,
  },
  { id: 'state', header: 'State', cell: ({ state }) => <StateBadge state={state} tone={tone[state]} /> },
  { id: 'since', header: 'Since', cell: ({ timeModified }) => <DateTime date={timeModified} /> },
]
const problemColumn: Column<ReleaseComponent> = {
  id: 'problem',
  header: 'Problem',
  cell: ({ problem }) => problem ?? <Dash />,
  maxWidth: '24rem',
}

const idOf = ({ id }: ReleaseComponent) => id
const serialOf = ({ serial }: ReleaseComponent) => serial

/** The target release, since when, and the progress of each component. */
export function RolloutCard({ target }: { target: TargetRelease }) {
  const version = versionOf(target)
  if (!version)
    return (
      <Card title="Target release">
        <EmptyState
          icon={<RefreshCw />}
          title="No target release"
          body="Nothing is updated yet. Upload a repository, then set its release as the target."
        />
      </Card>
    )
  const { components } = target
  const failed = components.filter(({ state }) => state === 'failed').length
  return (
    <Card title="Target release">
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 pt-3">
        <Link to={releasePath(version)} className="text-mono text-lg font-semibold text-accent hover:underline">
          {version}
        </Link>
        <span className="text-ink-2">
          since <DateTime date={target.timeRequested} />
        </span>
        <span className="text-ink-3">generation {String(target.generation)}</span>
      </div>
      <Progress components={components} />
      {failed > 0 && (
        <div className="px-4 pb-3">
          <Notice
            tone="bad"
            title={failed === 1 ? 'One component could not be updated' : `${failed} components could not be updated`}
            content="They are retried every minute."
          />
        </div>
      )}
      <div className="border-t border-line">
        <Table
          label="Components"
          framed={false}
          rows={components}
          columns={failed > 0 ? [...columns, problemColumn] : columns}
          getId={idOf}
          getName={serialOf}
          empty={<EmptyState title="No hardware yet" />}
        />
      </div>
    </Card>
  )
}

function Progress({ components }: { components: readonly ReleaseComponent[] }) {
  const updated = components.filter(({ state }) => state === 'updated').length
  const percent = components.length ? Math.floor((100 * updated) / components.length) : 0
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-2 pb-3">
      <ProgressBar label="Components updated" percent={percent} className="min-w-48 flex-1" />
      <span role="status" translate="no" className="text-sm text-ink-2 tabular-nums">
        {updated} of {components.length} updated
      </span>
    </div>
  )
}

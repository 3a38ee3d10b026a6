import { Link } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'
import type { SupportBundleInfo } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import { usePolling } from '~/shell/live/polling.ts'
import type { Column } from '~/table/columns.ts'
import { createdColumn } from '~/table/named-columns.tsx'
import { stateGroup } from '~/table/quick-filter.ts'
import { StateBadge } from '~/ui/badge.tsx'
import { ShortId } from '~/ui/truncate.tsx'
import { about, askToCollect, bundlePolling, useBundleActions } from './bundle-actions.tsx'
import { bundlePath, bundlesSource } from './queries.ts'

const columns: readonly Column<SupportBundleInfo>[] = [
  {
    id: 'id',
    header: 'ID',
    cell: ({ id }) => (
      <Link to={bundlePath(id)}>
        <ShortId id={id} />
      </Link>
    ),
    value: ({ id }) => id,
    mono: true,
  },
  { id: 'state', header: 'State', cell: ({ state }) => <StateBadge state={state} />, value: ({ state }) => state },
  { id: 'reason', header: 'Reason', value: ({ reasonForCreation }) => reasonForCreation },
  {
    id: 'failure',
    header: 'Failure',
    cell: ({ reasonForFailure }) => reasonForFailure,
    value: ({ reasonForFailure }) => reasonForFailure,
  },
  createdColumn,
]

const stateOf = ({ state }: SupportBundleInfo) => stateGroup(state)

export function SupportBundlesPage() {
  const refused = useRefusals()
  const actions = useBundleActions()
  const pollEvery = usePolling(bundlePolling)
  return (
    <ListPage
      title="Support Bundles"
      source={bundlesSource}
      columns={columns}
      groupOf={stateOf}
      pollEvery={pollEvery}
      create={{ label: 'Create support bundle', onCreate: askToCollect, refusal: refused('support_bundle_create') }}
      view={({ id }) => copyRequest('supportBundleView', { path: { bundleId: id } })}
      rowActions={actions}
      itemLink={({ id }) => bundlePath(id)}
      emptyIcon={<PackageOpen />}
      emptyTitle="No support bundles"
      emptyBody={about}
    />
  )
}

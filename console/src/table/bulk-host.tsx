import { useStore } from '~/lib/store.ts'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { closeRun, openRun } from './bulk-runs.ts'

const BulkRunModal = lazyPart(() => import('./bulk-run-modal.tsx'))

/** Shows the bulk run in `openRun`; mounted once beside the app. */
export function BulkHost() {
  const run = useStore(openRun)
  if (!run) return null
  return (
    <PartBoundary onFailed={closeRun}>
      <BulkRunModal key={run.id} run={run} onClose={closeRun} />
    </PartBoundary>
  )
}

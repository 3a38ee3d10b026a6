import { lazy, Suspense } from 'react'
import { useStore } from '~/ui/store.ts'
import { openRun } from './bulk-run.ts'

const BulkRunModal = lazy(() => import('./bulk-run-modal.tsx'))

/** Shows the bulk run in `openRun`; mounted once beside the app. */
export function BulkHost() {
  const run = useStore(openRun)
  if (!run) return null
  return (
    <Suspense fallback={null}>
      <BulkRunModal key={run.id} run={run} onClose={() => openRun.set(null)} />
    </Suspense>
  )
}

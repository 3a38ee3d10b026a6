import { lazy, Suspense } from 'react'
import { asked } from './confirm.ts'
import { useStore } from './store.ts'

const ConfirmModal = lazy(() => import('./confirm-modal.tsx'))

/** Shows what `confirm` asks; mounted once beside the app. */
export function ConfirmHost() {
  const now = useStore(asked)
  return (
    <Suspense fallback={null}>
      {now.map((each) => (
        <ConfirmModal key={each.id} asked={each} />
      ))}
    </Suspense>
  )
}

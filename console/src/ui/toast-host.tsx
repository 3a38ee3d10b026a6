import { lazy, Suspense } from 'react'
import { useStore } from './store.ts'
import { toastsWanted } from './toast.ts'

const Toasts = lazy(() => import('./toasts.tsx'))

/** Shows what `toast` says, from the first one on; mounted once beside the app. */
export function ToastHost() {
  if (!useStore(toastsWanted)) return null
  return (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  )
}

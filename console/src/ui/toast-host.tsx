import { lazyPart, PartBoundary } from './lazy-part.tsx'
import { useStore } from './store.ts'
import { toastsWanted } from './toast.ts'

const Toasts = lazyPart(() => import('./toasts.tsx'), 'ahead')

/** Shows what `toast` says, from the first one on; one that cannot be shown waits for the next. Mounted once. */
export function ToastHost() {
  if (!useStore(toastsWanted)) return null
  return (
    <PartBoundary quiet onFailed={() => toastsWanted.set(false)}>
      <Toasts />
    </PartBoundary>
  )
}

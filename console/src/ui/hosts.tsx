import { questions } from '~/lib/confirm.ts'
import { useStore } from '~/lib/store.ts'
import { toastsWanted } from '~/lib/toast.ts'
import { Announcer } from './announcer.tsx'
import { lazyPart, PartBoundary } from './lazy-part.tsx'
import { TooltipHost } from './tooltip.tsx'

/** Where `toast`, `confirm`, `announce` and tooltips appear. Mounted once, after the app. */
export const Hosts = () => (
  <>
    <ToastHost />
    <ConfirmHost />
    <TooltipHost />
    <Announcer />
  </>
)

const ConfirmModal = lazyPart(() => import('./confirm-modal.tsx'), 'ahead')

/** Shows the questions of `confirm`. */
function ConfirmHost() {
  const now = useStore(questions)
  return now.map((each) => (
    <PartBoundary key={each.id} onFailed={() => each.answer(false)}>
      <ConfirmModal question={each} />
    </PartBoundary>
  ))
}

const Toasts = lazyPart(() => import('./toasts.tsx'), 'ahead')

/** Shows toasts, loaded with the first one. A toast that cannot be shown waits for the next. */
function ToastHost() {
  if (!useStore(toastsWanted)) return null
  return (
    <PartBoundary quiet onFailed={() => toastsWanted.set(false)}>
      <Toasts />
    </PartBoundary>
  )
}

import { asked } from './confirm.ts'
import { useStore } from './store.ts'
import { lazyPart, PartBoundary } from './lazy-part.tsx'

const ConfirmModal = lazyPart(() => import('./confirm-modal.tsx'), 'ahead')

/** Shows what `confirm` asks; mounted once beside the app. */
export function ConfirmHost() {
  const now = useStore(asked)
  return now.map((each) => (
    <PartBoundary key={each.id} onFailed={() => each.answer(false)}>
      <ConfirmModal asked={each} />
    </PartBoundary>
  ))
}

import { questions } from './confirm.ts'
import { useStore } from './store.ts'
import { lazyPart, PartBoundary } from './lazy-part.tsx'

const ConfirmModal = lazyPart(() => import('./confirm-modal.tsx'), 'ahead')

/** Shows what `confirm` asks; mounted once beside the app. */
export function ConfirmHost() {
  const now = useStore(questions)
  return now.map((each) => (
    <PartBoundary key={each.id} onFailed={() => each.answer(false)}>
      <ConfirmModal question={each} />
    </PartBoundary>
  ))
}

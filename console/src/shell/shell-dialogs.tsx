import { useStore } from '~/ui/store.ts'
import type { AreaNow } from './area.ts'
import { openJob } from './jobs.ts'
import { keyboardMapOpen } from './keys.ts'
import { quickActionsOpen } from './quick-actions.ts'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'

const QuickActionsDialog = lazyPart(() => import('./quick-actions-dialog.tsx'), 'ahead')
const ShellKeyboardMap = lazyPart(() => import('./shell-keyboard-map.tsx'))

const closeActions = () => quickActionsOpen.set(false)
const closeMap = () => keyboardMapOpen.set(false)

/** Quick actions, the keyboard map and the open job; their code loads on demand. */
export function ShellDialogs({ area }: { area: AreaNow }) {
  const actionsOpen = useStore(quickActionsOpen)
  const mapOpen = useStore(keyboardMapOpen)
  const job = useStore(openJob)
  return (
    <>
      {actionsOpen && (
        <PartBoundary onFailed={closeActions}>
          <QuickActionsDialog area={area} onClose={closeActions} />
        </PartBoundary>
      )}
      {mapOpen && (
        <PartBoundary onFailed={closeMap}>
          <ShellKeyboardMap onClose={closeMap} />
        </PartBoundary>
      )}
      {job && <PartBoundary onFailed={() => openJob.set(null)}>{job}</PartBoundary>}
    </>
  )
}

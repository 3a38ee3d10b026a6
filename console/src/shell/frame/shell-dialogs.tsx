import { useState } from 'react'
import { useStore } from '~/lib/store.ts'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { LoadingLayer } from '~/ui/loading-layer.tsx'
import { closeDialog, openedDialog } from '../actions/dialogs.tsx'
import { openJob } from '../activity/jobs.ts'
import { quickActionsOpen } from '../palette/quick-actions.ts'
import type { AreaNow } from './area.ts'
import { keyboardMapOpen } from './keys.ts'

const QuickActionsDialog = lazyPart(() => import('../palette/quick-actions-dialog.tsx'), 'ahead')
const ShellKeyboardMap = lazyPart(() => import('./shell-keyboard-map.tsx'))

const closeActions = () => quickActionsOpen.set(false)
const closeMap = () => keyboardMapOpen.set(false)

/** Quick actions, the keyboard map, the dialog of an action and the open job; their code loads on demand. */
export function ShellDialogs({ area }: { area: AreaNow }) {
  const actionsOpen = useStore(quickActionsOpen)
  const mapOpen = useStore(keyboardMapOpen)
  const job = useStore(openJob)
  const dialog = useStore(openedDialog)
  return (
    <>
      {actionsOpen && <QuickActions area={area} />}
      {mapOpen && (
        <PartBoundary onFailed={closeMap}>
          <ShellKeyboardMap onClose={closeMap} />
        </PartBoundary>
      )}
      {dialog && (
        <PartBoundary key={dialog.id} onFailed={closeDialog}>
          {dialog.render(closeDialog)}
        </PartBoundary>
      )}
      {job && <PartBoundary onFailed={() => openJob.set(null)}>{job}</PartBoundary>}
    </>
  )
}

/** What is typed right after the key that opens it goes into its input. */
function QuickActions({ area }: { area: AreaNow }) {
  const [typed, setTyped] = useState('')
  return (
    <PartBoundary
      onFailed={closeActions}
      fallback={<LoadingLayer onCancel={closeActions} onType={(text) => setTyped((now) => now + text)} />}
    >
      <QuickActionsDialog area={area} typed={typed} onType={setTyped} onClose={closeActions} />
    </PartBoundary>
  )
}

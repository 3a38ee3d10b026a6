import { lazy, Suspense } from 'react'
import { useStore } from '~/ui/store.ts'
import type { AreaNow } from './area.ts'
import { openJob } from './jobs.ts'
import { keyboardMapOpen } from './keys.ts'
import { quickActionsOpen } from './quick-actions.ts'

const QuickActionsDialog = lazy(() => import('./quick-actions-dialog.tsx'))
const ShellKeyboardMap = lazy(() => import('./shell-keyboard-map.tsx'))

/** Quick actions, the keyboard map and the job on screen; their code is fetched when they are asked for. */
export function ShellDialogs({ area }: { area: AreaNow }) {
  const actionsOpen = useStore(quickActionsOpen)
  const mapOpen = useStore(keyboardMapOpen)
  const job = useStore(openJob)
  return (
    <Suspense fallback={null}>
      {actionsOpen && <QuickActionsDialog area={area} onClose={() => quickActionsOpen.set(false)} />}
      {mapOpen && <ShellKeyboardMap onClose={() => keyboardMapOpen.set(false)} />}
      {job}
    </Suspense>
  )
}

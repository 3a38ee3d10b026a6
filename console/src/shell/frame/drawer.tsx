import { DialogFrame } from '~/ui/dialog.tsx'
import type { AreaNow } from './area.ts'
import { Home } from './home.tsx'
import { Sidebar } from './sidebar.tsx'

export default function Drawer({ area, onClose }: { area: AreaNow; onClose: () => void }) {
  return (
    <DialogFrame
      title="Navigation"
      onDismiss={onClose}
      className="inset-y-0 left-0 w-72 max-w-[85vw] border-r border-line"
    >
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Home system={area.area === 'system'} onFollow={onClose} className="flex h-13" />
        <Sidebar area={area} onFollow={onClose} />
      </div>
    </DialogFrame>
  )
}

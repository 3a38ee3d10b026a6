import { Menu, Search } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '~/ui/icon-button.tsx'
import { Kbd } from '~/ui/kbd.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { ActivityBell } from '../activity/activity-bell.tsx'
import { quickActionsOpen } from '../palette/quick-actions.ts'
import { AreaSwitch } from './area-switch.tsx'
import type { AreaNow } from './area.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { Home } from './home.tsx'
import { UserMenu } from './user-menu.tsx'

const Drawer = lazyPart(() => import('./drawer.tsx'), 'ahead')

/** Home, trail and tools along the top of every signed-in page. */
export function TopBar({ area }: { area: AreaNow }) {
  const [drawerOpen, setDrawerOpen] = useState(false)
  return (
    <header className="col-span-full flex items-center border-b border-line bg-surface">
      <IconButton
        label="Menu"
        icon={<Menu />}
        variant="quiet"
        aria-haspopup="dialog"
        className="ml-2 size-10 lg:hidden"
        onClick={() => setDrawerOpen(true)}
      />
      <Home
        system={area.area === 'system'}
        className="hidden h-full w-(--rail) flex-none border-r border-line lg:flex"
      />
      <Breadcrumbs />
      <div className="flex items-center gap-2 pr-3 lg:pr-4">
        <SearchButton />
        <AreaSwitch area={area} />
        <ActivityBell />
        <UserMenu />
      </div>
      {drawerOpen && (
        <PartBoundary onFailed={() => setDrawerOpen(false)}>
          <Drawer area={area} onClose={() => setDrawerOpen(false)} />
        </PartBoundary>
      )}
    </header>
  )
}

/** Looks like a box to type in where there is room: what it opens is one. */
const SearchButton = () => (
  <button
    type="button"
    aria-haspopup="dialog"
    aria-keyshortcuts="Control+K Meta+K"
    onClick={() => quickActionsOpen.set(true)}
    className="flex size-8 flex-none items-center justify-center gap-2 rounded-md border border-line bg-sunken text-ink-3 hover:border-line-strong pointer-coarse:min-h-10 pointer-coarse:min-w-10 xl:w-62.5 xl:justify-start xl:pr-2 xl:pl-2.5"
  >
    <Search />
    <span className="sr-only flex-1 text-left xl:not-sr-only">Jump to</span>
    <span className="hidden xl:block">
      <Kbd keys="mod+K" />
    </span>
  </button>
)

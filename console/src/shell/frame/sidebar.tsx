import { Link, useRouterState } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { Path } from '../paths/path.ts'
import type { AreaNow } from './area.ts'
import { IssueCount } from './issue-count.tsx'
import { isCurrent } from './navigation.ts'

/** The links of an area under its heading: the rail of wide pages, the drawer of narrow ones. */
export function Sidebar({ area, onFollow }: { area: AreaNow; onFollow?: () => void }) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <nav aria-label={area.heading} className="flex flex-col gap-px px-2.5 py-3.5">
      <h2 className="truncate px-2 pt-2.5 pb-1.5 text-2xs/4 font-medium text-ink-3">{area.heading}</h2>
      {area.items.map(({ label, icon: Icon, to, badge, places = [] }) => {
        const open = places.some((place) => isCurrent(place.to, path))
        return (
          <Fragment key={to}>
            <SidebarLink to={to} look={open ? 'open' : isCurrent(to, path) ? 'current' : 'other'} onFollow={onFollow}>
              <Icon />
              {label}
              {badge && <IssueCount />}
            </SidebarLink>
            {open && (
              <div className="mb-1 ml-4 flex flex-col gap-px border-l border-line pl-2">
                {places.map((place) => (
                  <SidebarLink
                    key={place.to}
                    to={place.to}
                    look={isCurrent(place.to, path) ? 'current' : 'other'}
                    onFollow={onFollow}
                  >
                    {place.label}
                  </SidebarLink>
                ))}
              </div>
            )}
          </Fragment>
        )
      })}
    </nav>
  )
}

interface SidebarLinkProps {
  to: Path
  /** `open`: one of the places below it is the current one. */
  look: 'current' | 'open' | 'other'
  onFollow: (() => void) | undefined
  children: ReactNode
}

const looks = {
  current: 'sidebar-current bg-accent-wash font-medium text-ink [&_svg]:text-accent',
  open: 'font-medium text-ink hover:bg-raised [&_svg]:text-accent',
  other: 'text-ink-2 hover:bg-raised hover:text-ink',
}

const SidebarLink = ({ to, look, onFollow, children }: SidebarLinkProps) => (
  <Link
    to={to}
    onClick={onFollow}
    aria-current={look === 'current' ? 'page' : undefined}
    className={`flex h-8 items-center gap-2.5 rounded-md px-2 pointer-coarse:h-10 ${looks[look]}`}
  >
    {children}
  </Link>
)

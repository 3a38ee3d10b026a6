import { Link, useRouterState } from '@tanstack/react-router'
import type { AreaNow } from './area.ts'
import { isCurrent } from './navigation.ts'

/** The links of an area under its heading: the rail of wide pages, the drawer of narrow ones. */
export function Sidebar({ area, onFollow }: { area: AreaNow; onFollow?: () => void }) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <nav aria-label={area.heading} className="flex flex-col gap-px px-2.5 py-3.5">
      <h2 className="truncate px-2 pt-2.5 pb-1.5 text-2xs/4 font-medium text-ink-3">{area.heading}</h2>
      {area.items.map(({ label, icon: Icon, to }) => {
        const current = isCurrent(to, path)
        return (
          <Link
            key={to}
            to={to}
            onClick={onFollow}
            aria-current={current ? 'page' : undefined}
            className={`flex h-8 items-center gap-2.5 rounded-md px-2 pointer-coarse:h-10 ${
              current
                ? 'bg-accent-wash font-medium text-ink [&_svg]:text-accent'
                : 'text-ink-2 hover:bg-raised hover:text-ink'
            }`}
          >
            <Icon />
            {label}
          </Link>
        )
      })}
    </nav>
  )
}

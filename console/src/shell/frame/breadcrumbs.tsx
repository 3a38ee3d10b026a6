import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { Fragment } from 'react'
import { type Crumb, useTrail } from '../paths/crumbs.ts'

/** Long ones, names mostly, make room for all others, and stay long enough to be recognized. */
const widthOf = ({ label }: Crumb) => (label.length > 14 ? 'lg:min-w-20' : 'lg:flex-none')

/** The trail to the page: links to its ancestors. On narrow pages its last crumb and Back. */
export function Breadcrumbs() {
  const trail = useTrail()
  const here = trail.at(-1)
  const parent = trail.at(-2)
  return (
    <nav
      aria-label="Breadcrumbs"
      translate="no"
      className="flex min-w-0 flex-1 items-center pr-3 pl-1 text-ink-2 lg:pl-6"
    >
      {parent && (
        <Link
          to={parent.to}
          aria-label={`Back to ${parent.label}`}
          className="grid size-10 flex-none place-items-center rounded-md hover:text-ink lg:hidden"
        >
          <ChevronLeft />
        </Link>
      )}
      <ol className="flex min-w-0 gap-2 overflow-hidden">
        {trail.map((crumb, depth) => (
          // A thing and its first tab may have one address.
          <Fragment key={`${depth} ${crumb.to}`}>
            {crumb !== here && (
              <li className={`hidden gap-2 lg:flex ${widthOf(crumb)}`}>
                <Link to={crumb.to} className="truncate hover:text-ink">
                  {crumb.label}
                </Link>
                <span aria-hidden="true" className="text-ink-3">
                  /
                </span>
              </li>
            )}
          </Fragment>
        ))}
        {here && (
          <li aria-current="page" className={`truncate font-medium text-ink max-lg:min-w-0 ${widthOf(here)}`}>
            {here.label}
          </li>
        )}
      </ol>
    </nav>
  )
}

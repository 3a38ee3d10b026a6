import { Link } from '@tanstack/react-router'
import { useMe } from '../access/session.ts'
import { Mark } from './mark.tsx'

interface HomeProps {
  system: boolean
  className: string
  onFollow?: () => void
}

/** The silo's or system's name, as a link to its first page. */
export function Home({ system, className, onFollow }: HomeProps) {
  const { siloName } = useMe()
  return (
    <Link to="/projects" onClick={onFollow} className={`items-center gap-2.5 px-4 -outline-offset-2 ${className}`}>
      <Mark />
      <span className="min-w-0">
        {!system && <small className="block text-2xs/3.5 text-ink-3">Silo</small>}
        <b className="block truncate text-md/[17px] font-semibold">{system ? 'System' : siloName}</b>
      </span>
    </Link>
  )
}

import { Link } from '@tanstack/react-router'
import type { Path } from '~/shell/paths/path.ts'
import { Dash } from '~/ui/facts.tsx'

interface User {
  /** Where it is shown. */
  to: Path
  text: string
}

/** What uses a resource, as links. @param more how many users there are beyond these */
export const UsedBy = ({ users, more = 0 }: { users: readonly User[]; more?: number }) =>
  users.length === 0 ? (
    <Dash />
  ) : (
    <span className="inline-flex max-w-full flex-wrap gap-x-2.5">
      {users.map(({ to, text }) => (
        <Link key={`${to} ${text}`} to={to} className="text-accent hover:underline">
          {text}
        </Link>
      ))}
      {more > 0 && <span className="text-ink-3">and {more} more</span>}
    </span>
  )

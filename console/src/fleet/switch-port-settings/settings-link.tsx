import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureOf } from '~/shell/page/reads.ts'
import { SecondaryCell } from '~/table/secondary-cell.tsx'
import { allPortSettingsQuery, portSettingsPath } from './queries.ts'

export function SettingsLink({ id }: { id: string | null | undefined }) {
  const all = useQuery(allPortSettingsQuery)
  const name = id ? all.data && (all.data.find((each) => each.id === id)?.name ?? null) : null
  return (
    <SecondaryCell value={name} failure={id ? failureOf(all) : undefined}>
      {(known) => (
        <Link to={portSettingsPath(known)} className="text-accent hover:underline">
          {known}
        </Link>
      )}
    </SecondaryCell>
  )
}

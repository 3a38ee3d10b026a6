import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useIsFleetViewer } from '~/shell/access/session.ts'
import { sledsQuery } from '~/shell/things/sleds.ts'
import { ShortId } from '~/ui/truncate.tsx'

const link = 'inline-flex min-w-0 text-accent hover:underline'

/** A sled by its serial number, or by its id until that is known. @param reads reads the sleds if they are not known */
export function SledLink({ id, reads = true }: { id: string; reads?: boolean }) {
  const serial = useQuery({ ...sledsQuery, enabled: reads }).data?.find((sled) => sled.id === id)?.baseboard.serial
  return (
    <Link to="/system/inventory/sleds/$sledId/instances" params={{ sledId: id }} className={link}>
      {serial ?? <ShortId id={id} />}
    </Link>
  )
}

/** A sled for any user: a link only for users with a fleet role, who have its page. */
export const SledCell = ({ id }: { id: string }) =>
  useIsFleetViewer() ? <SledLink id={id} reads={false} /> : <ShortId id={id} />

export const RackLink = ({ id }: { id: string }) => (
  <Link to="/system/inventory/racks/$rackId" params={{ rackId: id }} className={link}>
    <ShortId id={id} />
  </Link>
)

import { Link } from '@tanstack/react-router'
import { useIsFleetViewer } from '~/shell/session.ts'
import { ShortId } from '~/ui/truncate.tsx'

const link = 'inline-flex min-w-0 text-accent hover:underline'

export const SledLink = ({ id }: { id: string }) => (
  <Link to="/system/inventory/sleds/$sledId/instances" params={{ sledId: id }} className={link}>
    <ShortId id={id} />
  </Link>
)

/** A sled for any reader: a link only with a fleet role, without which the page is not there. */
export const SledCell = ({ id }: { id: string }) => (useIsFleetViewer() ? <SledLink id={id} /> : <ShortId id={id} />)

export const RackLink = ({ id }: { id: string }) => (
  <Link to="/system/inventory/racks/$rackId" params={{ rackId: id }} className={link}>
    <ShortId id={id} />
  </Link>
)

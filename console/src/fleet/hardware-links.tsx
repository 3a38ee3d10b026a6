import { Link } from '@tanstack/react-router'
import { ShortId } from '~/ui/truncate.tsx'

const link = 'inline-flex min-w-0 text-accent hover:underline'

export const SledLink = ({ id }: { id: string }) => (
  <Link to="/system/inventory/sleds/$sledId/instances" params={{ sledId: id }} className={link}>
    <ShortId id={id} />
  </Link>
)

export const RackLink = ({ id }: { id: string }) => (
  <Link to="/system/inventory/racks/$rackId" params={{ rackId: id }} className={link}>
    <ShortId id={id} />
  </Link>
)

import { SledLink } from '~/fleet/hardware-links.tsx'
import { useIsFleetViewer } from '~/shell/session.ts'
import { ShortId } from '~/ui/truncate.tsx'

/** The sled that a probe runs on: a link for those to whom it is there. */
export const SledCell = ({ id }: { id: string }) => (useIsFleetViewer() ? <SledLink id={id} /> : <ShortId id={id} />)

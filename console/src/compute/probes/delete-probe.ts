import type { ProbeInfo } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'

export const askToDeleteProbe = (project: string, { id, name }: ProbeInfo, onDeleted?: () => void) =>
  askToDelete({
    kind: 'probe',
    name,
    consequence: 'is permanently deleted. Its addresses return to their subnet and pool.',
    method: 'probeDelete',
    request: { path: { probe: id }, query: { project } },
    onDeleted,
  })

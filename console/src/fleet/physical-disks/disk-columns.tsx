import { Link } from '@tanstack/react-router'
import type { PhysicalDisk } from '~/api/types.gen.ts'
import { SledLink } from '~/fleet/hardware-links.tsx'
import { hardwareStateColumn } from '~/fleet/hardware-state.tsx'
import { policyLabel } from '~/fleet/sleds/sled-words.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'
import type { Column } from '~/table/columns.ts'
import { idColumn } from '~/table/named-columns.tsx'
import type { FilterGroup } from '~/table/quick-filter.ts'

export const formFactorLabel = { u2: 'U.2', m2: 'M.2' }

export const diskPath = (diskId: string): Path => pathTo('/system/inventory/disks/$diskId', { diskId })

/** In service or not, for chips and badges. */
export const diskStanding = ({ policy: { kind } }: PhysicalDisk): Required<Omit<FilterGroup, 'rank'>> => ({
  key: kind,
  label: policyLabel[kind],
  tone: kind === 'in_service' ? 'ok' : 'idle',
})

export const diskColumns: readonly Column<PhysicalDisk>[] = [
  {
    id: 'serial',
    header: 'Serial number',
    cell: ({ id, serial }) => <Link to={diskPath(id)}>{serial}</Link>,
    value: ({ serial }) => serial,
    mono: true,
  },
  {
    id: 'form_factor',
    header: 'Form factor',
    cell: ({ formFactor }) => formFactorLabel[formFactor],
    value: ({ formFactor }) => formFactorLabel[formFactor],
  },
  { id: 'vendor', header: 'Vendor', cell: ({ vendor }) => vendor, value: ({ vendor }) => vendor },
  { id: 'model', header: 'Model', cell: ({ model }) => model, value: ({ model }) => model, mono: true },
  {
    id: 'sled',
    header: 'Sled',
    cell: ({ sledId }) => (sledId ? <SledLink id={sledId} /> : null),
    value: ({ sledId }) => sledId,
  },
  {
    id: 'policy',
    header: 'Policy',
    cell: ({ policy }) => policyLabel[policy.kind],
    value: ({ policy }) => policyLabel[policy.kind],
  },
  hardwareStateColumn,
  idColumn,
]

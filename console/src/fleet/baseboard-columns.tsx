import type { Baseboard } from '~/api/types.gen.ts'
import type { Column } from '~/table/columns.ts'

/** What is printed on a sled or a switch. */
export const baseboardColumns: readonly Column<{ baseboard: Baseboard }>[] = [
  {
    id: 'part',
    header: 'Part number',
    cell: ({ baseboard }) => baseboard.part,
    value: ({ baseboard }) => baseboard.part,
    mono: true,
  },
  {
    id: 'serial',
    header: 'Serial number',
    cell: ({ baseboard }) => baseboard.serial,
    value: ({ baseboard }) => baseboard.serial,
    mono: true,
  },
  {
    id: 'revision',
    header: 'Revision',
    cell: ({ baseboard }) => baseboard.revision,
    value: ({ baseboard }) => baseboard.revision,
    alignEnd: true,
  },
]

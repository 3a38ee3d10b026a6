import type { Baseboard } from '~/api/types.gen.ts'
import type { Column } from '~/table/columns.ts'

/** What is printed on a sled or a switch. */
export const baseboardColumns: readonly Column<{ baseboard: Baseboard }>[] = [
  {
    id: 'part',
    header: 'Part number',
    group: 'Baseboard',
    cell: ({ baseboard }) => baseboard.part,
    value: ({ baseboard }) => baseboard.part,
    mono: true,
  },
  {
    id: 'serial',
    header: 'Serial number',
    group: 'Baseboard',
    cell: ({ baseboard }) => baseboard.serial,
    value: ({ baseboard }) => baseboard.serial,
    mono: true,
  },
  {
    id: 'revision',
    header: 'Revision',
    group: 'Baseboard',
    cell: ({ baseboard }) => baseboard.revision,
    value: ({ baseboard }) => baseboard.revision,
    alignEnd: true,
  },
]

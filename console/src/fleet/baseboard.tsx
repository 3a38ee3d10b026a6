import type { ReactNode } from 'react'
import type { Baseboard } from '~/api/types.gen.ts'
import type { Column } from '~/table/columns.ts'
import { Fact } from '~/ui/facts.tsx'

interface Unit {
  baseboard: Baseboard
}

/** The serial number, as a link to the page of a sled or switch. */
export const serialColumn = <T extends Unit>(cell: (unit: T) => ReactNode): Column<T> => ({
  id: 'serial',
  header: 'Serial number',
  group: 'Baseboard',
  cell,
  value: ({ baseboard }) => baseboard.serial,
  mono: true,
})

/** The other inscriptions of a sled or a switch. */
export const baseboardColumns: readonly Column<Unit>[] = [
  { id: 'part', header: 'Part number', group: 'Baseboard', value: ({ baseboard }) => baseboard.part, mono: true },
  {
    id: 'revision',
    header: 'Revision',
    group: 'Baseboard',
    cell: ({ baseboard }) => baseboard.revision,
    value: ({ baseboard }) => baseboard.revision,
    alignEnd: true,
  },
]

export const BaseboardFacts = ({ baseboard: { part, serial, revision } }: { baseboard: Baseboard }) => (
  <>
    <Fact label="Part number">
      <span className="text-mono">{part}</span>
    </Fact>
    <Fact label="Serial number">
      <span className="text-mono">{serial}</span>
    </Fact>
    <Fact label="Revision">{revision}</Fact>
  </>
)

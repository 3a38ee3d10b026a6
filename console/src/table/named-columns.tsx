import type { ReactNode } from 'react'
import { DateTime } from '~/ui/time.tsx'
import type { Column } from './columns.ts'

/** The name. @param cell it as a link to the thing */
export const nameColumn = <T extends { name: string }>(cell: (row: T) => ReactNode): Column<T> => ({
  id: 'name',
  header: 'Name',
  cell,
  value: ({ name }) => name,
})

/** The description, empty where there is none. */
export const descriptionColumn: Column<{ description: string }> = {
  id: 'description',
  header: 'Description',
  cell: ({ description }) => description || null,
  value: ({ description }) => description,
}

/** When the thing was created. */
export const createdColumn: Column<{ timeCreated: Date }> = {
  id: 'time_created',
  header: 'Created',
  cell: ({ timeCreated }) => <DateTime date={timeCreated} />,
  value: ({ timeCreated }) => timeCreated,
}

import { isDeletionLocked } from '@skerry/contract/rules/deletion-lock.ts'
import type { ReactNode } from 'react'
import { CopyButton } from '~/ui/copy-button.tsx'
import { LockMark } from '~/ui/lock-mark.tsx'
import { DateTime } from '~/ui/time.tsx'
import { Cut, ShortId } from '~/ui/truncate.tsx'
import type { Column } from './columns.ts'

/** The name, with a mark if its deletion is locked. @param cell it as a link to the thing */
export const nameColumn = <T extends { name: string; deletionLocked?: boolean | undefined }>(
  cell: (row: T) => ReactNode,
): Column<T> => ({
  id: 'name',
  header: 'Name',
  cell: (row) =>
    isDeletionLocked(row) ? (
      <span className="flex items-center gap-1.5">
        <Cut>{cell(row)}</Cut> <LockMark>Deletion locked</LockMark>
      </span>
    ) : (
      cell(row)
    ),
  value: ({ name }) => name,
})

/** The description, empty where there is none. */
export const descriptionColumn: Column<{ description: string }> = {
  id: 'description',
  header: 'Description',
  value: ({ description }) => description,
}

/** When the thing was created. */
export const createdColumn: Column<{ timeCreated: Date }> = {
  id: 'time_created',
  header: 'Created',
  cell: ({ timeCreated }) => <DateTime date={timeCreated} />,
  value: ({ timeCreated }) => timeCreated,
}

/** A cell with a button that copies its text. @param label of the button: `Copy address` */
export const CopyCell = ({ text, label, children = text }: { text: string; label: string; children?: ReactNode }) => (
  <span className="inline-flex items-center gap-1 whitespace-nowrap">
    {children}
    <CopyButton text={text} label={label} />
  </span>
)

/** The id, shortened, with a button that copies it whole. */
export const idColumn: Column<{ id: string }> = {
  id: 'id',
  header: 'ID',
  cell: ({ id }) => (
    <CopyCell text={id} label="Copy ID">
      <ShortId id={id} />
    </CopyCell>
  ),
  value: ({ id }) => id,
}

/** An address with a button that copies it. */
export const addressColumn = <T,>(id: string, header: string, addressOf: (row: T) => string): Column<T> => ({
  id,
  header,
  cell: (row) => <CopyCell text={addressOf(row)} label="Copy address" />,
  value: addressOf,
  mono: true,
})

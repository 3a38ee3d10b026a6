import { useSuspenseQuery } from '@tanstack/react-query'
import { Workflow } from 'lucide-react'
import type { Saga } from '~/api/types.gen.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { outcome } from '~/shell/outcome.tsx'
import { refreshOf } from '~/shell/reads.ts'
import { useRefusals } from '~/shell/roles.ts'
import { WholeListTable } from '~/shell/whole-list-table.tsx'
import type { Column } from '~/table/columns.ts'
import { createdColumn } from '~/table/named-columns.tsx'
import { StateBadge, stateLabel, type Tone } from '~/ui/badge.tsx'
import { useAsTimeGoes } from '~/ui/clock.ts'
import { EmptyState } from '~/ui/empty-state.tsx'
import { compactAge } from '~/ui/format/time.ts'
import { PageHeader } from '~/ui/page-header.tsx'
import { askToDo } from '~/shell/ask-to-do.tsx'
import { sagasQuery } from './queries.ts'

const about =
  'A saga is work of several steps that comes to its end, whole or undone, whatever happens to the server. One that ' +
  'fails is retried, in the end every five minutes: fix what its error says, then retry it at once.'

const stateOf = ({ attempts, state }: Saga) => (attempts > 0 ? 'retrying' : state)
const toneOf = ({ attempts }: Saga): Tone => (attempts > 0 ? 'bad' : 'busy')
/** How long it has been since it began. */
const Age = ({ since }: { since: Date }) => useAsTimeGoes((now) => compactAge(now - since.getTime()))

const columns: readonly [Column<Saga>, ...Column<Saga>[]] = [
  { id: 'name', header: 'Saga', cell: ({ name }) => name, value: ({ name }) => name, mono: true },
  {
    id: 'state',
    header: 'State',
    cell: (saga) => (
      <StateBadge state={stateOf(saga)} tone={toneOf(saga)} note={saga.undoing ? 'undoing' : undefined} />
    ),
    value: stateOf,
  },
  { id: 'step', header: 'Step', cell: ({ step }) => step, value: ({ step }) => step, mono: true },
  { id: 'error', header: 'Error', cell: ({ error }) => error, value: ({ error }) => error, maxWidth: '26rem' },
  {
    id: 'attempts',
    header: 'Tries',
    cell: ({ attempts }) => attempts,
    value: ({ attempts }) => attempts,
    alignEnd: true,
  },
  { id: 'age', header: 'Age', cell: ({ timeCreated }) => <Age since={timeCreated} /> },
  createdColumn,
]

const groupOf = (saga: Saga) => ({ key: stateOf(saga), label: stateLabel(stateOf(saga)), tone: toneOf(saga) })

function askToRetry({ id, name }: Saga): void {
  const request = { path: { sagaId: id } }
  askToDo({
    title: 'Retry saga',
    body: (
      <>
        <b>{name}</b> is tried again now, from the step that failed.
      </>
    ),
    errorTitle: 'Could not retry saga',
    method: 'sagaRetry',
    request,
    done: () => outcome('Saga', name, 'goes on'),
  })
}

/** Work of several steps that has not ended: what fails first. */
export function SagasPage() {
  const query = useSuspenseQuery({ ...sagasQuery, refetchInterval: 10_000 })
  const refused = useRefusals()
  return (
    <>
      <PageHeader title="Sagas" refresh={refreshOf(query)} about={{ title: 'Sagas', text: about }} />
      <WholeListTable
        label="Sagas"
        rows={query.data}
        columns={columns}
        view={({ id }) => copyRequest('sagaView', { path: { sagaId: id } })}
        rowActions={(saga) => [
          {
            label: 'Retry',
            disabled: refused('saga_retry') || (!saga.timeNextAttempt && 'It is being worked on'),
            onSelect: () => askToRetry(saga),
          },
        ]}
        groupOf={groupOf}
        sortedBy={{ column: 'attempts', descending: true }}
        empty={<EmptyState icon={<Workflow />} title="Nothing is under way" body={about} />}
      />
    </>
  )
}

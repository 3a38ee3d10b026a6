import { useSuspenseQuery } from '@tanstack/react-query'
import { Workflow } from 'lucide-react'
import { callOrThrow, refreshAfter } from '~/api/queries.ts'
import type { Saga } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { outcome } from '~/shell/outcome.tsx'
import { refreshOf } from '~/shell/reads.ts'
import { useRefusals } from '~/shell/roles.ts'
import { WholeListTable } from '~/shell/whole-list-table.tsx'
import type { Column } from '~/table/columns.ts'
import { createdColumn } from '~/table/named-columns.tsx'
import { StateBadge, stateLabel, type Tone } from '~/ui/badge.tsx'
import { useAsTimeGoes } from '~/ui/clock.ts'
import { confirm } from '~/ui/confirm.ts'
import { EmptyState } from '~/ui/empty-state.tsx'
import { compactAge } from '~/ui/format/time.ts'
import { PageHeader } from '~/ui/page-header.tsx'
import { toast } from '~/ui/toast.ts'
import { sagasQuery } from './queries.ts'

const about =
  'A saga is work of several steps that comes to its end, whole or undone, whatever happens to the server. One that can ' +
  'neither go on nor be undone is stuck: put right what its error says, then retry.'

const toneOf = ({ state }: Saga): Tone => (state === 'stuck' ? 'bad' : 'busy')
/** How long it has been since it began. */
const Age = ({ since }: { since: Date }) => useAsTimeGoes((now) => compactAge(now - since.getTime()))

const columns: readonly [Column<Saga>, ...Column<Saga>[]] = [
  { id: 'name', header: 'Saga', cell: ({ name }) => name, value: ({ name }) => name, mono: true },
  {
    id: 'state',
    header: 'State',
    cell: (saga) => <StateBadge state={saga.state} tone={toneOf(saga)} note={saga.undoing ? 'undoing' : undefined} />,
    value: ({ state }) => state,
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

const groupOf = (saga: Saga) => ({ key: saga.state, label: stateLabel(saga.state), tone: toneOf(saga) })

function askToRetry({ id, name }: Saga): void {
  const request = { path: { sagaId: id } }
  void confirm({
    title: 'Retry saga',
    body: (
      <>
        <b>{name}</b> goes on where it got stuck, with another twenty tries or so.
      </>
    ),
    errorTitle: 'Could not retry saga',
    copyAs: <CopyAsButton request={copyRequest('sagaRetry', request)} />,
    action: async () => {
      await callOrThrow('sagaRetry', request)
      toast({ content: outcome('Saga', name, 'goes on') })
      void refreshAfter('sagaRetry')
    },
  })
}

/** Work of several steps that has not ended: what is stuck first. */
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
            disabled: refused('saga_retry') || (saga.state !== 'stuck' && 'Only a stuck saga can be retried'),
            onSelect: () => askToRetry(saga),
          },
        ]}
        groupOf={groupOf}
        sortedBy={{ column: 'state', descending: true }}
        empty={<EmptyState icon={<Workflow />} title="Nothing is under way" body={about} />}
      />
    </>
  )
}

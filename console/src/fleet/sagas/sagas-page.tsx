import { useSuspenseQuery } from '@tanstack/react-query'
import { Workflow } from 'lucide-react'
import type { Saga } from '~/api/types.gen.ts'
import { useTimeText } from '~/lib/clock.ts'
import { compactAge } from '~/lib/format/time.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { askToDo } from '~/shell/actions/ask-to-do.tsx'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { WholeListPage } from '~/shell/list/whole-list-page.tsx'
import type { Columns } from '~/table/columns.ts'
import { StateBadge, stateLabel, type Tone } from '~/ui/badge.tsx'
import { ShortId } from '~/ui/truncate.tsx'
import { sagasQuery } from './queries.ts'
import { SagaSubjectLink, subjectText } from './saga-subject.tsx'

const about =
  'A saga is work of several steps that is completed or undone, even if the server stops in between. A failing saga is ' +
  'retried every few minutes. Fix the cause in its error, then retry it at once.'

const stateOf = ({ attempts, state }: Saga) => (attempts > 0 ? 'retrying' : state)
const toneOf = ({ attempts }: Saga): Tone => (attempts > 0 ? 'bad' : 'busy')
/** `in 43s`. */
const NextTry = ({ at }: { at: Date }) =>
  useTimeText((now) => (at.getTime() > now ? `in ${compactAge(at.getTime() - now)}` : 'now'))
/** How long it has been since it began. */
const Age = ({ since }: { since: Date }) => useTimeText((now) => compactAge(now - since.getTime()))

const columns: Columns<Saga> = [
  { id: 'name', header: 'Saga', cell: ({ name }) => name, value: ({ name }) => name, mono: true },
  {
    id: 'subject',
    header: 'Resource',
    cell: ({ subject }) => subject && <SagaSubjectLink subject={subject} />,
    value: ({ subject }) => subject && subjectText(subject),
  },
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
  { id: 'attempts', header: 'Tries', value: ({ attempts }) => attempts, alignEnd: true },
  {
    id: 'next',
    header: 'Next try',
    cell: ({ timeNextAttempt }) => timeNextAttempt && <NextTry at={timeNextAttempt} />,
    value: ({ timeNextAttempt }) => timeNextAttempt,
  },
  {
    id: 'actor',
    header: 'Started by',
    cell: ({ actorId, actorName }) => actorName ?? (actorId ? <ShortId id={actorId} /> : null),
    value: ({ actorName }) => actorName,
  },
  { id: 'age', header: 'Age', cell: ({ timeCreated }) => <Age since={timeCreated} /> },
]

const groupOf = (saga: Saga) => ({ key: stateOf(saga), label: stateLabel(stateOf(saga)), tone: toneOf(saga) })

function askToRetry({ id, name }: Saga): void {
  const request = { path: { sagaId: id } }
  askToDo({
    title: 'Retry saga',
    body: (
      <>
        <b>{name}</b> is retried now, from the step that failed.
      </>
    ),
    errorTitle: 'Could not retry saga',
    method: 'sagaRetry',
    request,
    done: () => outcome('Saga', name, 'is being retried'),
  })
}

export function SagasPage() {
  const query = useSuspenseQuery({ ...sagasQuery, refetchInterval: 10_000 })
  const refused = useRefusals()
  return (
    <WholeListPage
      title="Sagas"
      reads={[query]}
      rows={query.data}
      columns={columns}
      view={({ id }) => copyRequest('sagaView', { path: { sagaId: id } })}
      rowActions={(saga) => [
        {
          label: 'Retry',
          refusal: refused('saga_retry') || (!saga.timeNextAttempt && 'A step of the saga is running'),
          onSelect: () => askToRetry(saga),
        },
      ]}
      groupOf={groupOf}
      sortedBy={{ column: 'attempts', descending: true }}
      emptyIcon={<Workflow />}
      emptyTitle="No running sagas"
      emptyBody={about}
    />
  )
}

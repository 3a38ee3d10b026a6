import { stringifyJson } from '@skerry/contract/rules/json.ts'
import type { HistoryEntry, HistoryOutcome, SagaState } from '~/api/types.gen.ts'
import { plural } from '~/lib/format/numbers.ts'
import { upperFirst } from '~/lib/format/words.ts'
import { StateBadge, type Tone } from '~/ui/badge.tsx'
import { DateTime } from '~/ui/time.tsx'
import { actWords, eventWords, personOf, sagaWords } from './act-words.ts'
import { AuditChange, partsOf } from './audit-change.tsx'

const tones: Record<HistoryOutcome, Tone> = { done: 'ok', running: 'busy', refused: 'idle', failed: 'bad' }

const sagaTones: Record<SagaState, Tone> = { done: 'ok', running: 'busy', undone: 'bad' }

interface EntryProps {
  entry: HistoryEntry
  /** The thing whose history it is in; its name is not repeated. */
  target: string | undefined
  onNarrow?: (target: string) => void
}

/** One act or event: what, who, when and how it ended; below it what changed and the work that it began. */
export function Entry({ entry, target, onNarrow }: EntryProps) {
  const { operation, outcome, reason, refusals, sagas } = entry
  const event = eventWords(operation)
  return (
    <li className="flex flex-col gap-1.5 border-line px-4 py-3 not-last:border-b">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
          {event ? (
            <>
              <Name entry={entry} onNarrow={onNarrow} /> {event}
            </>
          ) : (
            <>
              {actWords(entry)} {entry.target !== target && <Name entry={entry} onNarrow={onNarrow} />}
            </>
          )}
          {refusals && refusals > 1 && <span className="text-ink-2"> and {plural(refusals - 1, 'other refusal')}</span>}
        </p>
        {!event && <StateBadge state={outcome} tone={tones[outcome]} />}
      </div>
      <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
        {entry.actor.name ?? upperFirst(personOf(entry.actor))} · <DateTime date={entry.timestamp} seconds />
      </p>
      {reason && <p className="text-sm [overflow-wrap:anywhere]">{reason}</p>}
      {sagas.length > 0 && outcome !== 'done' && (
        <ul aria-label="Work" className="flex flex-col gap-1 text-sm">
          {sagas.map((saga) => (
            <li key={saga.id} className="flex flex-wrap items-center gap-x-2">
              {sagaWords(saga.name)} <StateBadge state={saga.state} tone={sagaTones[saga.state]} />
              {saga.reason && saga.reason !== reason && <span className="text-ink-2">{saga.reason}</span>}
            </li>
          ))}
        </ul>
      )}
      <Changes entry={entry} />
    </li>
  )
}

/** The thing's kind is in the sentence already. */
function Name({ entry: { target, targetName, targetDeleted }, onNarrow }: Pick<EntryProps, 'entry' | 'onNarrow'>) {
  if (!target || !targetName) return null
  return (
    <>
      {onNarrow ? (
        <button
          type="button"
          aria-haspopup="dialog"
          className="text-left font-medium text-accent underline-offset-3 hover:underline [overflow-wrap:anywhere]"
          onClick={() => onNarrow(target)}
        >
          {targetName}
        </button>
      ) : (
        <b className="font-medium">{targetName}</b>
      )}
      {targetDeleted && <span className="text-ink-3"> (deleted)</span>}
    </>
  )
}

function Changes({ entry: { detail, detailOmitted, namesById } }: Pick<EntryProps, 'entry'>) {
  const { before, after, rest } = partsOf(detail)
  if (detailOmitted) return <p className="text-sm text-ink-2">The change is too large to be shown here.</p>
  const facts = Object.entries(rest)
  if (!Object.keys({ ...before, ...after }).length && !facts.length) return null
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer text-ink-2">What changed</summary>
      <div className="mt-1.5 flex flex-col gap-2">
        {Object.keys({ ...before, ...after }).length > 0 && (
          <AuditChange before={before} after={after} names={namesById} />
        )}
        {facts.map(([name, value]) => (
          <p key={name} className="text-mono [overflow-wrap:anywhere]">
            {name}: {typeof value === 'string' ? value : stringifyJson(value)}
          </p>
        ))}
      </div>
    </details>
  )
}

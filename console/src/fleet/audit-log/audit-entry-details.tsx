import { stringifyJson } from '@skerry/contract/rules/json.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AuditChange, partsOf } from '~/shell/history/audit-change.tsx'
import { DetailPanel } from '~/shell/page/detail-panel.tsx'
import { stateLabel } from '~/ui/badge.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { DateTime } from '~/ui/time.tsx'
import { ShortId } from '~/ui/truncate.tsx'
import { OutcomeBadge } from './outcome-badge.tsx'
import { entryQuery } from './queries.ts'

const route = getRouteApi('/_app/system/_audit-log/audit-log/$entry')

const CopiedFact = ({ label, text }: { label: string; text: string | null | undefined }) => (
  <Fact label={label}>
    {text && (
      <>
        <ShortId id={text} length={36} />
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </>
    )}
  </Fact>
)

export function AuditEntryDetails() {
  const { data: entry } = useSuspenseQuery(entryQuery(route.useParams().entry))
  const { reason, before, after, rest } = partsOf(entry.detail)
  const hasChange = Object.keys({ ...before, ...after }).length > 0
  return (
    <DetailPanel title={entry.operation} closeTo="/system/audit-log">
      <Facts columns={1}>
        <Fact label="Time">
          <DateTime date={entry.timestamp} seconds />
        </Fact>
        <Fact label="Outcome">
          <OutcomeBadge entry={entry} />
        </Fact>
        {reason && <Fact label="Reason">{reason}</Fact>}
        <Fact label="Actor">{entry.actorName}</Fact>
        <CopiedFact label="Actor ID" text={entry.actorId} />
        <Fact label="Silo">{entry.siloName}</Fact>
        <CopiedFact label="Silo ID" text={entry.siloId} />
        {entry.targetName && (
          <Fact label="Target">
            {entry.targetKind && entry.targetKind !== entry.targetName && (
              <span className="text-ink-3">{stateLabel(entry.targetKind)}</span>
            )}
            {entry.targetName}
          </Fact>
        )}
        <CopiedFact label={entry.targetName ? 'Target ID' : 'Target'} text={entry.target} />
        <Fact label="Source">{entry.sourceAddress}</Fact>
        <CopiedFact label="Session or token" text={entry.credentialId} />
        <CopiedFact label="Request ID" text={entry.requestId} />
        <CopiedFact label="ID" text={entry.id} />
      </Facts>
      {hasChange && (
        <section aria-label="Change">
          <h3 className="mb-1.5 text-md font-medium">Change</h3>
          <AuditChange before={before} after={after} names={entry.namesById} />
        </section>
      )}
      {Object.keys(rest).length > 0 && (
        <section aria-label="Details">
          <h3 className="mb-1.5 text-md font-medium">Details</h3>
          <pre
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard.
            tabIndex={0}
            className="text-mono max-h-96 overflow-auto rounded-md border border-line bg-sunken px-3 py-2.5 whitespace-pre-wrap [overflow-wrap:anywhere]"
          >
            {JSON.stringify(JSON.parse(stringifyJson(rest)), null, 2)}
          </pre>
        </section>
      )}
    </DetailPanel>
  )
}

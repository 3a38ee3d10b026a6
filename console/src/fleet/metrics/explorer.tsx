import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChartLine, History } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { ApiError } from '~/api/errors.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import type { CopyRequest } from '~/lib/copy-as.ts'
import { messageOf } from '~/lib/errors.ts'
import { formatNumber } from '~/lib/format/numbers.ts'
import { keepQuery, readQueries } from '~/shell/access/query-history.ts'
import { isNotAligned } from '~/shell/page/timeseries.ts'
import { Button } from '~/ui/button.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { Notice } from '~/ui/notice.tsx'
import { Spinner } from '~/ui/spinner.tsx'
import type { KnownSeries } from './known-series.ts'
import { offsetOf, wordAt } from './place-in-text.ts'
import { oxqlQuery } from './queries.ts'
import { QueryEditor } from './query-editor.tsx'
import { ResultTable } from './result.tsx'

const lastHour = (series: string, by: string, filter = '') =>
  `get ${series} | filter timestamp > @now() - 1h${filter} | align mean_within(1m) | group_by [${by}], sum`

const exampleQueries = [
  {
    label: 'CPU time of each instance',
    query: lastHour('virtual_machine:vcpu_usage', 'instance_id', ' && state == "run"'),
  },
  { label: 'Bytes written to each disk', query: lastHour('virtual_disk:bytes_written', 'disk_id') },
  {
    label: 'Bytes received by each instance',
    query: lastHour('instance_network_interface:bytes_received', 'instance_id'),
  },
] as const

interface ExplorerProps {
  /** Undefined for the whole system. */
  project?: string
  query: string | undefined
  known: readonly KnownSeries[]
  requestOf: (query: string) => CopyRequest
}

/** The longest query that the API takes. */
const mostCharacters = 4096

/** Typed queries that were not run, until the tab is reloaded: leaving the page does not lose them. */
const drafts = new Map<string, { query: string | undefined; text: string }>()

const hint =
  'Put an align before the group_by, such as: align mean_within(1m). The message is the same if there is no data.'

const positionOf = (error: Error | null) => (error instanceof ApiError ? error.position : undefined)

/** Runs queries: the one in the URL is on screen, with its answer as charts and tables. */
export function Explorer({ project, query, known, requestOf }: ExplorerProps) {
  const place = project ?? ''
  const [text, setText] = useState(() => {
    const draft = drafts.get(place)
    return draft && draft.query === query ? draft.text : (query ?? '')
  })
  const type = (typed: string) => {
    drafts.set(place, { query, text: typed })
    setText(typed)
  }
  const length = text.trim().length
  const problem =
    length > mostCharacters
      ? `The query has ${formatNumber(length)} characters, but at most ${formatNumber(mostCharacters)} are allowed`
      : undefined
  const [shown, setShown] = useState(query)
  const navigate = useNavigate()
  const client = useQueryClient()
  const [errorId, problemId] = [useId(), useId()]
  const field = useRef<HTMLTextAreaElement>(null)
  const asked = oxqlQuery(project, query ?? '')
  const read = useQuery({ ...asked, enabled: query !== undefined, placeholderData: keepPreviousData })
  if (shown !== query) {
    setShown(query)
    setText(query ?? '')
  }
  const run = (chosen = text) => {
    const wanted = chosen.trim()
    if (!wanted || problem) return
    keepQuery(wanted)
    drafts.delete(place)
    if (wanted === query) void read.refetch()
    else void navigate({ to: '.', search: { query: wanted }, state: true })
  }
  const { error, isFetching } = read
  const position = positionOf(error)
  // The query was sent without the blanks around it, and the text may have changed since.
  const lead = text.length - text.trimStart().length
  const marked = position && text.trim() === query ? wordAt(text, lead + offsetOf(query, position)) : undefined
  const showError = () => {
    field.current?.focus()
    if (marked) field.current?.setSelectionRange(marked.from, marked.to)
  }
  return (
    <>
      <QueryEditor
        value={text}
        onChange={type}
        onRun={() => run()}
        known={known}
        describedBy={problem ? problemId : error ? errorId : undefined}
        marked={isFetching ? undefined : marked}
        field={field}
      />
      {problem && (
        <p id={problemId} role="alert" className="mt-1.25 text-sm text-bad">
          {problem}
        </p>
      )}
      <div className="mt-2 mb-5 flex flex-wrap items-center gap-2">
        <Button variant="primary" onClick={() => run()} refusal={problem ?? (length === 0 && 'There is no query')}>
          Run
        </Button>
        {isFetching && <Button onClick={() => void client.cancelQueries({ queryKey: asked.queryKey })}>Cancel</Button>}
        <HistoryMenu onChoose={type} />
        <CopyAsButton request={requestOf(text.trim())} />
        <span role="status" className="ml-1 flex items-center gap-2 text-sm text-ink-3">
          {isFetching && (
            <>
              <Spinner /> Running
            </>
          )}
        </span>
      </div>
      {error && (
        <div id={errorId} className="mb-5">
          <Notice
            tone="bad"
            title="The query failed"
            content={
              <>
                <p className="font-mono text-sm">
                  {position && (
                    <>
                      <button
                        type="button"
                        onClick={showError}
                        className="rounded-sm text-accent hover:underline pointer-coarse:min-h-10"
                      >
                        line {position.line}, column {position.column}
                      </button>
                      {': '}
                    </>
                  )}
                  {messageOf(error)}
                </p>
                {isNotAligned(error) && <p className="mt-1">{hint}</p>}
              </>
            }
          />
        </div>
      )}
      {!error &&
        query !== undefined &&
        read.data?.tables.map((table, at) => <ResultTable key={at} table={table} known={known} />)}
      {query === undefined && (
        <EmptyState
          icon={<ChartLine />}
          title="No query yet"
          body={
            <>
              Write a query above and press Run, or start with an example.
              <span className="pointer-coarse:hidden"> Ctrl+Space lists completions.</span>
            </>
          }
        >
          <ul className="flex flex-col items-start gap-2 text-left">
            {exampleQueries.map(({ label, query: example }) => (
              <li key={label} className="max-w-full">
                <Button size="sm" onClick={() => run(example)}>
                  {label}
                </Button>
                <code className="mt-0.5 block text-xs text-ink-3 [overflow-wrap:anywhere]">{example}</code>
              </li>
            ))}
          </ul>
        </EmptyState>
      )}
    </>
  )
}

function HistoryMenu({ onChoose }: { onChoose: (query: string) => void }) {
  return (
    <MenuButton
      label="Last queries"
      variant="default"
      align="start"
      items={() => {
        const kept = readQueries()
        if (kept.length === 0) return [{ label: 'None yet', refusal: 'Queries that you run are kept here' }]
        return kept.map((query) => ({ label: query, onSelect: () => onChoose(query) }))
      }}
    >
      <History />
      Last queries
    </MenuButton>
  )
}

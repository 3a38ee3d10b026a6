import { stringifyJson } from '@skerry/contract/rules/json.ts'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The kept part of a change. */
export function partsOf(detail: unknown) {
  const { before, after, reason, ...rest } = isFields(detail) ? detail : {}
  return {
    reason: typeof reason === 'string' ? reason : undefined,
    before: isFields(before) ? before : {},
    after: isFields(after) ? after : {},
    rest,
  }
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : stringifyJson(value))

/** A line for each entry of a list, one for any other value, none for nothing. */
const linesOf = (value: unknown): string[] => {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.map(valueText) : [valueText(value)]
}

const Line = ({ sign, text }: { sign: '−' | '+'; text: string }) => (
  <span className={`block [overflow-wrap:anywhere] ${sign === '+' ? 'text-ok' : 'text-bad'}`}>
    <span className="sr-only">{sign === '+' ? 'now ' : 'before '}</span>
    <span aria-hidden="true">{sign} </span>
    {text}
  </span>
)

/** What an update changed: of each field the lines that were removed and those that were added. */
export function AuditChange({ before, after }: { before: Fields; after: Fields }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return (
    <dl className="grid gap-2 rounded-md border border-line bg-sunken px-3 py-2.5">
      {names.map((name) => (
        <div key={name}>
          <dt className="text-sm text-ink-2">{name}</dt>
          <dd className="text-mono">
            {linesOf(before[name]).map((text, at) => (
              <Line key={at} sign="−" text={text} />
            ))}
            {linesOf(after[name]).map((text, at) => (
              <Line key={at} sign="+" text={text} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

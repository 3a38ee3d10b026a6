import { stringifyJson } from '@skerry/contract/rules/json.ts'
import { formatBytes } from '~/lib/format/numbers.ts'

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

type Names = Record<string, string>

const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** A value in one line, with names instead of the ids that have one. */
const valueText = (value: unknown, names: Names): string =>
  (typeof value === 'string' ? value : stringifyJson(value)).replaceAll(id, (known) => names[known] ?? known)

interface Assignment {
  identity_id: string
  role_name: string
}

const isAssignment = (value: unknown): value is Assignment =>
  isFields(value) && typeof value.identity_id === 'string' && typeof value.role_name === 'string'

interface ChangedLine {
  sign: '−' | '+' | '→'
  text: string
}

/** Role assignments by their user or group: `nils-aker: viewer → collaborator`. */
function assignmentLines(before: readonly Assignment[], after: readonly Assignment[], names: Names): ChangedLine[] {
  const holders = Map.groupBy([...before, ...after], ({ identity_id }) => identity_id)
  return [...holders.keys()].map((holder) => {
    const rolesIn = (list: readonly Assignment[]) =>
      list.filter(({ identity_id }) => identity_id === holder).map(({ role_name }) => role_name)
    const [was, is] = [rolesIn(before), rolesIn(after)]
    const name = names[holder] ?? holder
    const sign = was.length === 0 ? '+' : is.length === 0 ? '−' : '→'
    return {
      sign,
      text: `${name}: ${[was, is]
        .filter(({ length }) => length > 0)
        .map((roles) => roles.join(', '))
        .join(' → ')}`,
    }
  })
}

/** Of a list its removed and added entries, else the value before and after. */
export function changedLines(before: unknown, after: unknown, names: Names = {}): ChangedLine[] {
  const [was, is] = [before, after].map((value) =>
    value === undefined || value === null ? [] : Array.isArray(value) ? (value as unknown[]) : [value],
  ) as [unknown[], unknown[]]
  if (was.every(isAssignment) && is.every(isAssignment)) return assignmentLines(was, is, names)
  return [
    ...was.map((value) => ({ sign: '−' as const, text: valueText(value, names) })),
    ...is.map((value) => ({ sign: '+' as const, text: valueText(value, names) })),
  ]
}

const looks = {
  '−': { ink: 'text-bad', spoken: 'before ' },
  '+': { ink: 'text-ok', spoken: 'now ' },
  '→': { ink: '', spoken: 'changed ' },
}

const Line = ({ sign, text }: ChangedLine) => (
  <span className={`block [overflow-wrap:anywhere] ${looks[sign].ink}`}>
    <span className="sr-only">{looks[sign].spoken}</span>
    <span aria-hidden="true">{sign} </span>
    {text}
  </span>
)

const bytes = /^(memory|size|storage)$/

/** Amounts of bytes as everywhere else, with the number that was sent. */
export const shownValue = (field: string, value: unknown): unknown =>
  bytes.test(field) && (typeof value === 'number' || typeof value === 'bigint')
    ? `${formatBytes(Number(value))} (${value})`
    : value

interface AuditChangeProps {
  before: Fields
  after: Fields
  names: Names | undefined
}

/** What an update changed: of each field the lines that were removed and those that were added. */
export function AuditChange({ before, after, names }: AuditChangeProps) {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return (
    <dl className="grid gap-2 rounded-md border border-line bg-sunken px-3 py-2.5">
      {fields.map((field) => (
        <div key={field}>
          <dt className="text-sm text-ink-2">{field}</dt>
          <dd className="text-mono">
            {changedLines(shownValue(field, before[field]), shownValue(field, after[field]), names).map((line, at) => (
              <Line key={at} {...line} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

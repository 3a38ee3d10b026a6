import type { AuditFormat, AuditLogEntry } from '@skerry/contract/fleet/audit-log.ts'
import { stringifyJson } from '@skerry/contract/rules/json.ts'

const COLUMNS = [
  'timestamp',
  'operation',
  'outcome',
  'status',
  'actor_name',
  'actor_id',
  'silo_name',
  'silo_id',
  'source_address',
  'target',
  'target_name',
  'request_id',
  'credential_id',
  'id',
  'detail',
] as const satisfies readonly (keyof AuditLogEntry)[]

/** A cell of RFC 4180. A leading quote keeps spreadsheets from running it as a formula. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? stringifyJson(value) : String(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

interface Format {
  type: string
  head: string
  line(entry: AuditLogEntry): string
}

export const formats: Record<AuditFormat, Format> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: `${COLUMNS.join(',')}\r\n`,
    line: (entry) => `${COLUMNS.map((column) => cellOf(entry[column])).join(',')}\r\n`,
  },
  jsonl: { type: 'application/x-ndjson', head: '', line: (entry) => `${stringifyJson(entry)}\n` },
}

/** A body that is produced as it is read. */
export function textBody(texts: AsyncIterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await texts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await texts.return?.()
    },
  })
}

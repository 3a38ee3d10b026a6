import { stringifyJson } from '@skerry/contract/rules/json.ts'
import { CompiledQuery } from 'kysely'
import type { SagaContext } from '../../kernel/sagas/saga.ts'
import type { DiagnosticFile } from '../../platform/interface/diagnostics.ts'
import type { ArchiveFile } from './archives.ts'
import { BUNDLE_TABLES, MAX_ROWS } from './bundle-tables.ts'

/** The files of a bundle, produced one at a time. */
export async function* bundleContents(
  ctx: SagaContext,
  bundleId: string,
  gathered: readonly DiagnosticFile[],
): AsyncGenerator<ArchiveFile> {
  const { platform, clock, report } = ctx
  yield jsonFile('about.json', {
    bundle: bundleId,
    time: clock.now().toISOString(),
    most_rows_of_a_file: MAX_ROWS,
    ...report.about(),
  })
  for (const [path, query] of Object.entries(BUNDLE_TABLES)) yield { path, content: rowsOf(ctx, query) }
  const { uninitializedSleds } = await platform.hardware.inventory(ctx.signal)
  yield jsonFile('inventory/uninitialized-sleds.json', uninitializedSleds)
  yield jsonFile('networking/bgp-sessions.json', await platform.systemNetwork.bgpSessions())
  yield jsonFile('networking/bfd-sessions.json', await platform.systemNetwork.bfdSessions())
  yield jsonFile('tasks.json', report.tasks())
  yield { path: 'metrics.txt', content: [await report.metrics()] }
  yield { path: 'log/recent.jsonl', content: lines(report.recentLog()) }
  for (const { path, text } of gathered) yield { path, content: [text] }
}

const jsonFile = (path: string, content: object): ArchiveFile => ({ path, content: [stringifyJson(content)] })

function* lines(texts: readonly string[]): Generator<string> {
  for (const text of texts) yield text.endsWith('\n') ? text : `${text}\n`
}

/** The rows of a query as one JSON array, one row per line. */
async function* rowsOf({ db }: SagaContext, query: string): AsyncGenerator<string> {
  const limited = `select * from (${query}) as listed limit ${MAX_ROWS}`
  const { rows } = await db.executeQuery<object>(CompiledQuery.raw(limited))
  yield '['
  let separator = '\n'
  for (const row of rows) {
    yield separator + stringifyJson(row)
    separator = ',\n'
  }
  yield '\n]\n'
}

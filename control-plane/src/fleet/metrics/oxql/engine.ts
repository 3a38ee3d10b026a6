import type { Db } from '../../../kernel/database/database.ts'
import type { Yielder } from '../../../kernel/limits/yield-to-event-loop.ts'
import type { Samples } from '../../../platform/samples.ts'
import { originOf } from '../samples/origin.ts'
import { align } from './align.ts'
import { Budget } from './budget.ts'
import { computedSource } from './computed-source.ts'
import { checkFilter, filterSeries } from './filters.ts'
import { matchesOf } from './patterns.ts'
import { endOf } from './ranges.ts'
import { type Reading, readTable } from './reading.ts'
import { cut, groupBy, join } from './stages.ts'
import { storedSource } from './stored-source.ts'
import type { Query, Stage } from './syntax.ts'
import type { Alignment, Series, Table } from './tables.ts'
import { usageSource } from './usage-source.ts'

/** What a query is answered from. */
export interface EngineParts {
  db: Db
  samples: Samples
  now: Date
  yielder: Yielder
  /** Fields that every series has to have, with these values: of queries of a project. */
  scope?: Readonly<Record<string, string>>
}

/** Answers one query. @throws QueryError */
export function runQuery(parts: EngineParts, query: Query): Promise<Table[]> {
  const reading: Reading = {
    ...parts,
    end: endOf(query) ?? parts.now.getTime(),
    budget: new Budget(),
    sourceOf(name) {
      const origin = originOf(parts.samples, name)
      if (origin === 'usage') return usageSource(parts.db, parts.now)
      return origin === 'computed' ? computedSource(parts.samples) : storedSource(parts.db)
    },
  }
  return tablesOf(reading, inward(query))
}

async function tablesOf(reading: Reading, { source, stages }: Query): Promise<Table[]> {
  let tables: Table[] = []
  let rest: readonly Stage[] = stages
  if (source.kind === 'group') for (const query of source.queries) tables.push(...(await tablesOf(reading, query)))
  else {
    const { table, taken } = await readTable(reading, source, stages)
    tables = [table]
    rest = stages.slice(taken)
  }
  for (const stage of rest) tables = await staged(reading, tables, stage)
  return tables
}

async function staged(reading: Reading, tables: Table[], stage: Stage): Promise<Table[]> {
  const each = async (work: (table: Table) => Promise<Table>) => {
    const done: Table[] = []
    for (const table of tables) done.push(await work(table))
    return done
  }
  switch (stage.kind) {
    case 'filter':
      return each((table) => filtered(reading, table, stage))
    case 'align': {
      const alignment: Alignment = { periodMs: stage.periodMs, end: reading.end }
      return each((table) => align(table, alignment, reading, stage.offset))
    }
    case 'group_by':
      return [await groupBy(tables, stage, reading)]
    case 'join':
      return [await join(tables, stage.offset, reading)]
    case 'first':
    case 'last':
      return each((table) => cut(table, stage, reading))
  }
}

async function filtered(
  { db, yielder, budget }: Reading,
  table: Table,
  { filter, offset }: Extract<Stage, { kind: 'filter' }>,
): Promise<Table> {
  checkFilter(filter, table.fieldTypes, table.columns)
  const fields = table.series.map((one) => one.fields)
  const matches = await matchesOf(db, filter, fields, yielder)
  const series: Series[] = []
  for (const one of table.series) {
    const kept = await filterSeries(one, filter, matches, yielder)
    if (!kept) continue
    budget.takePoints(kept.times.length * kept.values.length, offset)
    series.push(kept)
  }
  return { ...table, series }
}

/** Filters right after braces count for each query inside, so that it reads no more than it has to. */
function inward({ source, stages }: Query): Query {
  if (source.kind === 'get') return { source, stages }
  const plain = stages.findIndex(({ kind }) => kind !== 'filter')
  const filters = source.queries.every(isPlain) ? stages.slice(0, plain < 0 ? stages.length : plain) : []
  const queries = source.queries.map((query) => inward({ ...query, stages: [...query.stages, ...filters] }))
  return { source: { ...source, queries }, stages: stages.slice(filters.length) }
}

const isPlain = ({ source, stages }: Query): boolean =>
  stages.every(({ kind }) => kind === 'filter') && (source.kind === 'get' || source.queries.every(isPlain))

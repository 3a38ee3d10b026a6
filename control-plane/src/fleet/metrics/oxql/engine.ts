import type { Db } from '../../../kernel/database/database.ts'
import type { Yielder } from '../../../kernel/limits/yield-to-event-loop.ts'
import type { Samples } from '../../../platform/samples.ts'
import { align, MOST_POINTS } from './align.ts'
import { computedSource } from './computed-source.ts'
import { checkFilter, filterSeries, pick } from './filters.ts'
import { matchesOf } from './patterns.ts'
import { endOf } from './ranges.ts'
import { type Reading, readTable } from './reading.ts'
import { groupBy, join } from './stages.ts'
import { storedSource } from './stored-source.ts'
import type { Filter, Query, Stage } from './syntax.ts'
import type { Alignment, Series, Table } from './tables.ts'
import { isUsage, usageSource } from './usage-source.ts'

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
    left: MOST_POINTS,
    sourceOf(name) {
      if (isUsage(name)) return usageSource(parts.db, parts.now)
      return parts.samples.computes(name) ? computedSource(parts.samples) : storedSource(parts.db)
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

async function staged({ db, yielder, end }: Reading, tables: Table[], stage: Stage): Promise<Table[]> {
  const each = (work: (table: Table) => Promise<Table> | Table) => Promise.all(tables.map(work))
  switch (stage.kind) {
    case 'filter':
      return each((table) => filtered(db, yielder, table, stage.filter))
    case 'align': {
      const alignment: Alignment = { periodMs: stage.periodMs, end }
      return each((table) => align(table, alignment, yielder, stage.offset))
    }
    case 'group_by':
      return [await groupBy(tables, stage, yielder)]
    case 'join':
      return [join(tables, stage.offset)]
    case 'first':
    case 'last':
      return each((table) => ({ ...table, series: table.series.map((series) => cut(series, stage)) }))
  }
}

async function filtered(db: Db, yielder: Yielder, table: Table, filter: Filter): Promise<Table> {
  checkFilter(filter, table.fieldTypes, table.columns)
  const matches = await matchesOf(
    db,
    filter,
    table.series.map(({ fields }) => fields),
  )
  const series: Series[] = []
  for (const one of table.series) {
    const kept = await filterSeries(one, filter, matches, yielder)
    if (kept) series.push(kept)
  }
  return { ...table, series }
}

function cut(series: Series, { kind, count }: Extract<Stage, { kind: 'first' | 'last' }>): Series {
  const places = [...series.times.keys()]
  return pick(series, kind === 'first' ? places.slice(0, count) : places.slice(-count))
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

import type { Db } from '../../../kernel/database/database.ts'
import type { Yielder } from '../../../kernel/limits/yielder.ts'
import type { Samples } from '../../../platform/interface/samples.ts'
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

export interface EngineParts {
  db: Db
  samples: Samples
  now: Date
  yielder: Yielder
  /** Required field values of every series, for queries in a project. */
  scope?: Readonly<Record<string, string>>
}

/** Runs a query. @throws QueryError */
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
  return tablesOf(reading, pushDownFilters(query))
}

async function tablesOf(reading: Reading, { source, stages }: Query): Promise<Table[]> {
  let tables: Table[] = []
  let rest: readonly Stage[] = stages
  if (source.kind === 'group') for (const query of source.queries) tables.push(...(await tablesOf(reading, query)))
  else {
    const { table, stagesDone } = await readTable(reading, source, stages)
    tables = [table]
    rest = stages.slice(stagesDone)
  }
  for (const stage of rest) tables = await applyStage(reading, tables, stage)
  return tables
}

async function applyStage(reading: Reading, tables: Table[], stage: Stage): Promise<Table[]> {
  const each = async (work: (table: Table) => Promise<Table>) => {
    const done: Table[] = []
    for (const table of tables) done.push(await work(table))
    return done
  }
  switch (stage.kind) {
    case 'filter':
      return each((table) => filterTable(reading, table, stage))
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

async function filterTable(
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

/** Moves filters after braces into the queries inside, so that these read less. */
function pushDownFilters({ source, stages }: Query): Query {
  if (source.kind === 'get') return { source, stages }
  const other = stages.findIndex(({ kind }) => kind !== 'filter')
  const filters = source.queries.every(hasOnlyFilters) ? stages.slice(0, other < 0 ? stages.length : other) : []
  const queries = source.queries.map((query) => pushDownFilters({ ...query, stages: [...query.stages, ...filters] }))
  return { source: { ...source, queries }, stages: stages.slice(filters.length) }
}

const hasOnlyFilters = ({ source, stages }: Query): boolean =>
  stages.every(({ kind }) => kind === 'filter') && (source.kind === 'get' || source.queries.every(hasOnlyFilters))

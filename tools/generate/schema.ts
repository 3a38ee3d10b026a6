// The schema of a migrated database as SQL to read. pg_dump would print each constraint apart from its table, and the
// npm package of PostgreSQL does not have it.
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, sql } from 'kysely'
import type { Db } from '../../control-plane/src/kernel/database/database.ts'
import { migrate } from '../../control-plane/src/kernel/database/migrate.ts'
import type { Tables } from '../../control-plane/src/kernel/database/tables.ts'
import { readMigrations } from '../../control-plane/src/node/postgres/migrations.ts'

interface Column {
  name: string
  type: string
  collation: string | null
  required: boolean
  initial: string | null
  /** An expression that PostgreSQL evaluates, not the default. */
  generated: boolean
  identity: boolean
  comment: string | null
}
interface Constraint {
  name: string
  kind: 'p' | 'u' | 'f' | 'c' | 'x'
  columns: string[]
  text: string
}
interface Part {
  text: string
  comment: string | null
}
interface Table {
  name: string
  comment: string | null
  columns: Column[]
  constraints: Constraint[]
  indexes: Part[]
  triggers: Part[]
}

/** The migrator makes these. */
const OURS = sql`c.relnamespace = 'public'::regnamespace
  and c.relname not in ('migrations', 'migration_locks', 'migration_hashes')`

const readTables = async (db: Db) =>
  (
    await sql<Table>`
    select c.relname as name, obj_description(c.oid, 'pg_class') as comment,
      (select json_agg(json_build_object(
          'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull,
          'collation', (select l.collname from pg_collation l join pg_type t on t.oid = a.atttypid
            where l.oid = a.attcollation and a.attcollation <> t.typcollation),
          'initial', (select pg_get_expr(d.adbin, d.adrelid, true) from pg_attrdef d
            where d.adrelid = c.oid and d.adnum = a.attnum),
          'generated', a.attgenerated <> '', 'identity', a.attidentity <> '',
          'comment', col_description(c.oid, a.attnum)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(json_agg(json_build_object(
          'name', k.conname, 'kind', k.contype, 'text', pg_get_constraintdef(k.oid, true),
          'columns', (select coalesce(json_agg(a.attname order by n), '[]')
            from unnest(k.conkey) with ordinality as keys (num, n)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = num))
          order by array_position('{p,u,f,c,x}', k.contype::text), k.conname), '[]')
        from pg_constraint k where k.conrelid = c.oid and k.contype not in ('n', 't')) as constraints,
      (select coalesce(json_agg(json_build_object(
          'text', pg_get_indexdef(i.indexrelid, 0, true), 'comment', obj_description(i.indexrelid, 'pg_class'))
          order by i.indexrelid::regclass::text collate "C"), '[]')
        from pg_index i where i.indrelid = c.oid
          and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
      ) as indexes,
      (select coalesce(json_agg(json_build_object(
          'text', pg_get_triggerdef(t.oid, true), 'comment', obj_description(t.oid, 'pg_trigger'))
          order by t.tgname), '[]')
        from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers
    from pg_class c where ${OURS} and c.relkind = 'r' order by c.relname collate "C"`.execute(db)
  ).rows

const readFunctions = async (db: Db) =>
  (
    await sql<Part>`
    select pg_get_functiondef(p.oid) as text, obj_description(p.oid, 'pg_proc') as comment
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')
    order by p.proname collate "C"`.execute(db)
  ).rows

const readViews = async (db: Db) =>
  (
    await sql<Part>`
    select format(E'create view %I as\n%s', c.relname, pg_get_viewdef(c.oid, true)) as text,
      obj_description(c.oid, 'pg_class') as comment
    from pg_class c where ${OURS} and c.relkind = 'v' order by c.relname collate "C"`.execute(db)
  ).rows

/** Ranges, and the sequences of no identity column. */
const readOthers = async (db: Db) =>
  (
    await sql<Part>`
    select text, comment from (
    select format('create type %s as range (subtype = %s)', r.rngtypid::regtype, r.rngsubtype::regtype) as text,
      obj_description(r.rngtypid, 'pg_type') as comment
    from pg_range r join pg_type t on t.oid = r.rngtypid where t.typnamespace = 'public'::regnamespace
    union all
    select format('create sequence %s as %s start %s increment %s', c.oid::regclass, s.seqtypid::regtype, s.seqstart,
        s.seqincrement) || coalesce(format(' owned by %s', d.refobjid::regclass || '.' || a.attname), ''),
      obj_description(c.oid, 'pg_class')
    from pg_class c join pg_sequence s on s.seqrelid = c.oid
      left join pg_depend d on d.objid = c.oid and d.deptype in ('a', 'i')
      left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where ${OURS} and d.deptype is distinct from 'i'
    ) others order by text collate "C"`.execute(db)
  ).rows

/** @throws if the schema has what this file does not print */
async function refuseUnknown(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where ${OURS} and c.relkind not in ('r', 'i', 'S', 'v')
    union all select typname from pg_type
      where typnamespace = 'public'::regnamespace and typtype not in ('b', 'c', 'r', 'm')
    union all select a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
      where ${OURS} and (a.attidentity = 'd' or a.attgenerated = 'v')
    union all select polname from pg_policy
    union all select stxname from pg_statistic_ext
    union all select extname from pg_extension where extname <> 'plpgsql'`.execute(db)
  if (rows.length > 0)
    throw new Error(`tools/generate/schema.ts cannot print ${rows.map(({ name }) => name).join(', ')}`)
}

/** Keywords in lower case, without casts that say nothing: names and texts are as they were. */
const readable = (text: string): string =>
  text
    .replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[A-Z]+/g, (part) => (/^['"]/.test(part) ? part : part.toLowerCase()))
    .replaceAll(/'::text\b(?!\[)/g, "'")
    .replaceAll(/ = any \(array\[([^\]]*)\]\)/g, ' in ($1)')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll(/\n\s*/g, ' ')

const MAX_LINE = 120

/** A text in lines of at most this length; a longer word has a line of its own. */
const wrapped = (text: string, length: number): string[] =>
  text.match(new RegExp(String.raw`\S(?:.{0,${length - 2}}\S)?(?!\S)|\S+`, 'g')) ?? []

function noted(comment: string | null, text: string, indent = ''): string {
  if (comment === null) return text
  const start = `${indent}-- `
  const lines = comment.split('\n').flatMap((line) => wrapped(line, MAX_LINE - start.length))
  return `${lines.map((line) => `${start}${line}\n`).join('')}${text}`
}

const SUFFIXES = { p: 'pkey', u: 'key', f: 'fkey', c: 'check', x: 'excl' }

/** Whether PostgreSQL gives the constraint this name if the schema gives none. */
function hasDefaultName(table: string, { name, kind, columns }: Constraint): boolean {
  const named = kind === 'p' || (kind === 'c' && columns.length > 1) ? [] : columns
  return name === [table, ...named, SUFFIXES[kind]].join('_')
}

/** A constraint of one column stands in its line. */
const inLine = (table: string, constraint: Constraint): boolean =>
  constraint.columns.length === 1 && constraint.kind !== 'x' && hasDefaultName(table, constraint)

const inLineText = ({ kind, text }: Constraint): string =>
  kind === 'c'
    ? readable(text)
    : readable(text)
        .replace(/ \(\S+\)/, '')
        .replace(/^foreign key (references \w+)\(id\)/, '$1')

function columnText(table: Table, column: Column): string {
  const { name, type, collation, required, initial, generated, identity, comment } = column
  const own = table.constraints.filter((constraint) => constraint.columns[0] === name && inLine(table.name, constraint))
  const isKey = own.some(({ kind }) => kind === 'p')
  const parts = [
    name,
    readable(type),
    collation && `collate "${collation}"`,
    required && !isKey && !identity && 'not null',
    identity && 'generated always as identity',
    initial && (generated ? `generated always as (${readable(initial)}) stored` : `default ${readable(initial)}`),
    ...own.map(inLineText),
  ]
  return noted(comment, `  ${parts.filter(Boolean).join(' ')}`, '  ')
}

function tableText(table: Table): string {
  const { name, comment, columns, constraints, indexes, triggers } = table
  const rest = constraints
    .filter((constraint) => !inLine(name, constraint))
    .map((each) => `  ${hasDefaultName(name, each) ? '' : `constraint ${each.name} `}${readable(each.text)}`)
  const lines = [...columns.map((column) => columnText(table, column)), ...rest]
  const statements = [...indexes, ...triggers].map((part) =>
    noted(part.comment, `${readable(part.text).replace(' using btree', '')};\n`),
  )
  return `${noted(comment, `create table ${name} (\n${lines.join(',\n')}\n);\n`)}${statements.join('')}`
}

const functionText = ({ text, comment }: Part): string => {
  const [head, ...body] = text.replace('OR REPLACE FUNCTION public.', 'FUNCTION ').split(/(?=\$function\$)/)
  return noted(comment, `${readable(head!)}${body.join('').replaceAll('$function$', '$$$$').trim()};\n`)
}

/** `control-plane/schema.sql`. */
export async function schemaText(db: Db): Promise<string> {
  await refuseUnknown(db)
  const texts = [
    '-- Made by tools/generate.mjs from control-plane/migrations. Do not edit.\n',
    ...(await readOthers(db)).map(({ text, comment }) => noted(comment, `${text};\n`)),
    ...(await readFunctions(db)).map(functionText),
    ...(await readTables(db)).map(tableText),
    ...(await readViews(db)).map(({ text, comment }) => noted(comment, `${text}\n`)),
  ]
  return texts.join('\n')
}

/** What a column's values are in TypeScript, by the type in SQL; JSON is anything, and other types are texts. */
const SCRIPT_TYPES: Record<string, string> = {
  bigint: 'number | bigint',
  boolean: 'boolean',
  bytea: 'Uint8Array',
  'double precision': 'number',
  integer: 'number',
  jsonb: 'unknown',
  smallint: 'number',
  'timestamp with time zone': 'Date',
}

const scriptTypeOf = (type: string): string =>
  type.endsWith('[]') ? `(${scriptTypeOf(type.slice(0, -2))})[]` : (SCRIPT_TYPES[type] ?? 'string')

/** `control-plane/src/kernel/database/migrated-tables.gen.ts`, with which the types of tables are compared. */
async function tableTypes(db: Db): Promise<string> {
  const columnText = ({ name, type, required, initial, generated, identity }: Column) => {
    const value = `${scriptTypeOf(type)}${required ? '' : ' | null'}`
    const [filled, computed] = [initial !== null || identity, generated || identity]
    return `    ${name}: { value: ${value}; filled: ${filled}; computed: ${computed} }\n`
  }
  const texts = (await readTables(db)).map(
    ({ name, columns }) => `  ${name}: {\n${columns.map(columnText).join('')}  }\n`,
  )
  return `// Made by tools/generate.mjs from control-plane/migrations. Do not edit.

/** Each column: its values, and whether PostgreSQL fills it where an insert gives none or computes it always. */
export interface MigratedTables {
${texts.join('')}}
`
}

/** Both files of the migrations, which PGlite applies: it prints a schema as the PostgreSQL of the same version does. */
export async function migratedSchema(): Promise<{ schema: string; types: string }> {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: await PGlite.create() }) })
  await migrate(db, readMigrations())
  const texts = { schema: await schemaText(db), types: await tableTypes(db) }
  await db.destroy()
  return texts
}

import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
import { equalBytes, mac } from '../access/secrets.ts'
import { badInput } from './errors.ts'

export const DEFAULT_LIMIT = 100
export const MAX_LIMIT = 1000
/** The limit of a page's estimated size; no list's answer exceeds 4 MiB. */
const MAX_PAGE_BYTES = 2 * 2 ** 20

/** The key of the previous page's last row: a name, an id, or a name or time with an id. */
export type LastKey = readonly string[]

/** The content of a page token: all parameters of the first page, so later pages need no others. */
export interface PageState {
  /** Query of the first page without limit and page_token. */
  query: Record<string, unknown>
  last: LastKey
}

export interface Page {
  limit: number
  /** Key of the last row before this page; undefined on the first. */
  after: LastKey | undefined
  /** The token for the page after the row with this key. */
  tokenAfter(last: LastKey): string
}

const VERSION = 1
const MAX_TOKEN = 512
/** The audit log has many filters, which may be long. */
const MAX_AUDIT_TOKEN = 2048

const encode = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
const decode = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

const refused = (why: string) =>
  badInput(`unable to parse query string: failed to parse pagination token: ${why}`, {
    field: 'page_token',
    reason: why,
  })

/** Creates and reads page tokens: base64url, at most 512 characters, bound to an operation by a MAC. */
export class PageTokens {
  readonly #key: Uint8Array
  constructor(key: Uint8Array) {
    this.#key = key
  }

  #mac(operation: string, text: string): Uint8Array {
    return mac(this.#key, `${operation}\n${text}`).slice(0, 16)
  }

  write(operation: string, state: PageState): string {
    const text = JSON.stringify([VERSION, state.query, state.last])
    const body = new TextEncoder().encode(text)
    const whole = new Uint8Array(16 + body.length)
    whole.set(this.#mac(operation, text))
    whole.set(body, 16)
    return encode(whole)
  }

  /** @throws 400 for a token that is malformed, altered, or from another operation */
  read(operation: string, token: string): PageState {
    if (token.length > (operation === 'audit_log_list' ? MAX_AUDIT_TOKEN : MAX_TOKEN)) throw refused('too long')
    let bytes: Uint8Array
    try {
      bytes = decode(token)
    } catch {
      throw refused('not base64url')
    }
    const text = new TextDecoder().decode(bytes.subarray(16))
    if (!equalBytes(bytes.subarray(0, 16), this.#mac(operation, text))) throw refused('not a token of this list')
    const [version, query, last] = JSON.parse(text) as [number, PageState['query'], LastKey]
    if (version !== VERSION) throw refused('from another version')
    return { query, last }
  }
}

export type SortMode = 'name_ascending' | 'name_descending' | 'id_ascending' | 'ascending' | 'descending'

interface SortKey {
  columns: readonly string[]
  descending: boolean
}
const SORT_KEYS: Record<SortMode, SortKey> = {
  name_ascending: { columns: ['name'], descending: false },
  name_descending: { columns: ['name'], descending: true },
  id_ascending: { columns: ['id'], descending: false },
  ascending: { columns: ['time_created', 'id'], descending: false },
  descending: { columns: ['time_created', 'id'], descending: true },
}

interface Keys {
  /** Prefix of the key columns. */
  table: string
  /** Rows of this list may have the same name, so the id is part of the key. */
  namesRepeat?: boolean
  /** The time column of the sort order, if it is not `time_created`. */
  time?: string
}

/** The columns that order a list and identify each row. */
function sortKey(sort: SortMode, { namesRepeat, time }: Omit<Keys, 'table'>): SortKey {
  const { columns, descending } = SORT_KEYS[sort]
  if (columns[0] === 'name' && namesRepeat) return { columns: ['name', 'id'], descending }
  return { columns: columns.map((column) => (column === 'time_created' ? (time ?? column) : column)), descending }
}

const text = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))

/** The `order by` of a list. */
export function orderBy(sort: SortMode, keys: Keys): RawBuilder<unknown> {
  const { columns, descending } = sortKey(sort, keys)
  const direction = sql.raw(descending ? 'desc' : 'asc')
  return sql.join(columns.map((column) => sql`${sql.ref(`${keys.table}.${column}`)} ${direction}`))
}

/** The rows of a page and of all later ones, in order. */
function rowsAfter<DB, TB extends keyof DB, Row>(
  { after }: Pick<Page, 'after'>,
  sort: SortMode,
  query: SelectQueryBuilder<DB, TB, Row>,
  keys: Keys,
): SelectQueryBuilder<DB, TB, Row> {
  const { columns, descending } = sortKey(sort, keys)
  const key = columns.map((column) => sql.ref(`${keys.table}.${column}`))
  let ordered = query
  for (const column of key) ordered = ordered.orderBy(column, descending ? 'desc' : 'asc')
  if (!after) return ordered
  const last = sql.join(after.map((value) => sql`${value}`))
  return ordered.where(sql<boolean>`(${sql.join(key)}) ${sql.raw(descending ? '<' : '>')} (${last})`)
}

/**
 * The rows of one page of a query by keyset, and one more if a page follows. Its cost does not depend on the number of
 * earlier pages.
 * @param query selects the columns, including the sort key's, and filters; without an order
 */
export const pageQuery = <DB, TB extends keyof DB, Row>(
  page: Pick<Page, 'limit' | 'after'>,
  sort: SortMode,
  query: SelectQueryBuilder<DB, TB, Row>,
  keys: Keys,
): SelectQueryBuilder<DB, TB, Row> => rowsAfter(page, sort, query, keys).limit(page.limit + 1)

/** The answer of a page from the rows of `pageQuery`. */
export function pageFrom<Row, Item>(
  page: Pick<Page, 'limit' | 'tokenAfter'>,
  sort: SortMode,
  rows: readonly Row[],
  options: Keys & { view: (row: Row) => Item },
): { items: Item[]; next_page: string | null } {
  const items = rows.slice(0, page.limit)
  const last = items.at(-1) as Record<string, unknown> | undefined
  const more = rows.length > page.limit && last
  return {
    items: items.map(options.view),
    next_page: more ? page.tokenAfter(sortKey(sort, options).columns.map((column) => text(last[column]))) : null,
  }
}

/**
 * Reads one page of a query by keyset.
 * @param query as for `pageQuery`
 * @param options.bytes estimates a row's size in the answer, if rows may be large; the page then has fewer
 */
export async function pageOf<DB, TB extends keyof DB, Row, Item>(
  page: Page,
  sort: SortMode,
  query: SelectQueryBuilder<DB, TB, Row>,
  options: Keys & { view: (row: Row) => Item; bytes?: RawBuilder<number> },
): Promise<{ items: Item[]; next_page: string | null }> {
  const limit = options.bytes
    ? await rowsThatFit(rowsAfter(page, sort, query, options), page.limit, options.bytes)
    : page.limit
  const rows = await pageQuery({ limit, after: page.after }, sort, query, options).execute()
  return pageFrom({ limit, tokenAfter: (last) => page.tokenAfter(last) }, sort, rows, options)
}

/** How many of the next rows fit in a page; at least one, so that a list always ends. */
async function rowsThatFit<DB, TB extends keyof DB, Row>(
  ordered: SelectQueryBuilder<DB, TB, Row>,
  limit: number,
  bytes: RawBuilder<number>,
): Promise<number> {
  const sizing = ordered.clearSelect().select(bytes.as('bytes')).limit(limit)
  const sizes: unknown[] = await sizing.execute()
  let total = 0
  const first = sizes.findIndex((row) => (total += Number((row as { bytes: number }).bytes)) > MAX_PAGE_BYTES)
  return first < 0 ? limit : Math.max(first, 1)
}

/** A page of items that are not in a table, in the order of their unique keys. */
export function pageOfItems<Item>(
  page: Page,
  items: readonly Item[],
  keyOf: (item: Item) => string,
): { items: Item[]; next_page: string | null } {
  const keyed = items.map((item) => ({ item, key: keyOf(item) })).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const after = page.after?.[0]
  const rest = after === undefined ? keyed : keyed.filter(({ key }) => key > after)
  const shown = rest.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ item }) => item),
    next_page: rest.length > page.limit && last ? page.tokenAfter([last.key]) : null,
  }
}

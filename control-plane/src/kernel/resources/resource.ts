import type { TableWith } from '../database/tables.ts'
import type { Kind } from '../errors.ts'

/** Tables of what requests name. */
export type NamedTable = TableWith<{ id: string; name: string | null }>

/** What a resource lies in, and the column that refers to it. */
export interface Parent<Column extends string = string> {
  readonly of: AnyResource
  readonly column: Column
}

/**
 * What a resource is and where it lies. Each slug declares its own; `resources.ts` lists them.
 * @typeParam Column the columns of its row and of those above it that refer to what they lie in
 */
export interface Resource<T extends NamedTable = NamedTable, Column extends string = string> {
  /** As messages call it. */
  readonly kind: Kind
  readonly table: T
  /** Which rows of the table, where it holds several kinds: the values of columns. */
  readonly only: Readonly<Record<string, string>>
  /** The parameter that names one: in its paths, and in the query of what lies in it. */
  readonly parameter: string
  /** Undefined for what lies in the fleet. */
  readonly parent: Parent<Column> | undefined
  /** The ancestor whose row is locked for a change before its own. */
  readonly changedUnder: AnyResource | undefined
}

/** A resource where the type of its rows does not matter. */
export type AnyResource = Omit<Resource, 'parent'> & { readonly parent: Parent | undefined }

interface Declaration<T extends NamedTable, Column extends string, Above extends string> {
  kind: Kind
  table: T
  parameter: string
  only?: Record<string, string>
  parent?: { of: Resource<NamedTable, Above>; column: Column }
  changedUnder?: AnyResource
}

export const defineResource = <
  const T extends NamedTable,
  const Column extends string = never,
  const Above extends string = never,
>(
  declared: Declaration<T, Column, Above>,
): Resource<T, Column | Above> => ({ only: {}, parent: undefined, changedUnder: undefined, ...declared })

/** What a resource lies in, nearest first, and the reference to each. */
export function* parentsOf(resource: AnyResource): Generator<{ of: AnyResource; reference: string }> {
  for (let below = resource; below.parent; below = below.parent.of)
    yield { of: below.parent.of, reference: `${below.table}.${below.parent.column}` }
}

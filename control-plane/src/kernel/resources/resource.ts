import type { TableWith } from '../database/tables.ts'
import type { Kind } from '../http/errors.ts'

/** Tables of resources that requests name by name or id. */
export type NamedTable = TableWith<{ id: string; name: string | null }>

/** The parent of a resource, and the column of the child that refers to it. */
export interface Parent<Column extends string = string> {
  readonly of: AnyResource
  readonly column: Column
}

/**
 * Declaration of a resource. Each slug declares its own; `resources.ts` lists them.
 * @typeParam Column the columns in which its row and its ancestors' rows refer to their parents
 */
export interface Resource<T extends NamedTable = NamedTable, Column extends string = string> {
  /** Its name in messages. */
  readonly kind: Kind
  readonly table: T
  /** Column values that select its rows, if the table holds several kinds. */
  readonly only: Readonly<Record<string, string>>
  /** The parameter that names one: in its own paths, and in the query of its children. */
  readonly parameter: string
  /** Undefined for a resource in the fleet. */
  readonly parent: Parent<Column> | undefined
  /** The ancestor whose row is locked for a change before its own. */
  readonly changedUnder: AnyResource | undefined
}

/** A resource whose row type does not matter. */
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

/** The ancestors of a resource, nearest first, with the column that refers to each. */
export function* parentsOf(resource: AnyResource): Generator<{ of: AnyResource; reference: string }> {
  for (let below = resource; below.parent; below = below.parent.of)
    yield { of: below.parent.of, reference: `${below.table}.${below.parent.column}` }
}

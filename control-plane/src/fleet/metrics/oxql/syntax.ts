/** The syntax tree of a query. Parts that can be wrong have an offset for error messages. */
export interface Query {
  source: Get | Group
  stages: Stage[]
}
export interface Get {
  kind: 'get'
  name: string
  offset: number
}
/** `{query; query}` */
export interface Group {
  kind: 'group'
  queries: Query[]
  offset: number
}

export type Stage =
  | { kind: 'filter'; filter: Filter; offset: number }
  | { kind: 'align'; periodMs: number; offset: number }
  | { kind: 'group_by'; fields: { name: string; offset: number }[]; reducer: 'mean' | 'sum'; offset: number }
  | { kind: 'join'; offset: number }
  | { kind: 'first' | 'last'; count: number; offset: number }

export type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=' | '~='
export type Literal =
  | { type: 'integer'; value: number | bigint }
  | { type: 'double'; value: number }
  | { type: 'boolean'; value: boolean }
  | { type: 'string'; value: string }
  /** Milliseconds since 1970. */
  | { type: 'timestamp'; value: number }
  | { type: 'duration'; value: number }

export interface Comparison {
  kind: 'compare'
  name: string
  operator: Operator
  literal: Literal
  offset: number
}
export type Filter =
  | Comparison
  | { kind: 'not'; of: Filter }
  | { kind: 'and' | 'or' | 'xor'; left: Filter; right: Filter }

/** Rows of one statement, which takes 65 535 values. */
const ROWS = 1000

/** Rows in as many lots as their insert takes statements. */
export const batchesOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, nth) => rows.slice(nth * ROWS, (nth + 1) * ROWS))

/** Rows per statement, which accepts 65,535 values. */
const ROWS = 1000

/** Splits rows into batches of one insert statement each. */
export const batchesOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, nth) => rows.slice(nth * ROWS, (nth + 1) * ROWS))

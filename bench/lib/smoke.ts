/**
 * Where a smoke run has its PostgreSQL: each benchmark then runs with its smallest sizes, to see that it still works.
 * Its figures mean nothing then, and no limit is held.
 */
export const smokePostgres = process.env['BENCH_SMOKE_POSTGRES']

/** How much a benchmark does: to measure, or in a smoke run. */
export const size = (full: number, smallest: number): number => (smokePostgres ? smallest : full)

/**
 * The PostgreSQL of a smoke run. Each benchmark then runs at its smallest size, to check that it works. Its figures mean
 * nothing, and no limit is checked.
 */
export const smokePostgres = process.env['BENCH_SMOKE_POSTGRES']

/** How much a benchmark does: to measure, or in a smoke run. */
export const size = (full: number, smallest: number): number => (smokePostgres ? smallest : full)

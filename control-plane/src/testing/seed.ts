/** The seed of generated cases: the same in each run, unless SKERRY_FUZZ_SEED names another. */
export const SEED = Number(process.env.SKERRY_FUZZ_SEED ?? 1)

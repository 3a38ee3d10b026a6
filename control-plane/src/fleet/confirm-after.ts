/** Missing hardware and machines count as gone once a check at least this much later does not find them either. */
export const CONFIRM_AFTER_MS = 30_000

/** What is missing counts as gone once a second look, at least so much later, has not found it either. */
export const SEEN_TWICE_MS = 30_000

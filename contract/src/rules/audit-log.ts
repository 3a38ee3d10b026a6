/** Outcome of a request, by status: below 400, 4xx, 5xx. */
export const auditOutcomes = ['success', 'refused', 'failed'] as const

export const auditFormats = ['csv', 'jsonl'] as const

/** Largest number of entries in one export. */
export const MAX_EXPORTED = 100_000

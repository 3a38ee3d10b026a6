/** How a request ended: below 400, from 400 on, from 500 on. */
export const auditOutcomes = ['success', 'refused', 'failed'] as const

export const auditFormats = ['csv', 'jsonl'] as const

/** The most entries of one export. */
export const MOST_EXPORTED = 100_000

/** RFC 3339 in UTC with microseconds, as clients expect. */
export const timestamp = (date: Date): string => `${date.toISOString().slice(0, -1)}000Z`
export const timestampOrNull = (date: Date | null): string | null => date && timestamp(date)

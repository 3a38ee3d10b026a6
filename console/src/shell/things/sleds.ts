import { wholeListQuery } from '~/api/queries.ts'

/** Every sled: for counts, estimates and choices that load after the page. */
export const sledsQuery = wholeListQuery('sledList', {}, { secondary: true })

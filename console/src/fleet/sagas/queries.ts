import { wholeListQuery } from '~/api/queries.ts'

/** Everything that has not ended: it is little, and what fails stands first. */
export const sagasQuery = wholeListQuery('sagaList')

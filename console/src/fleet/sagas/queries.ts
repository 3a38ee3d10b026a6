import { wholeListQuery } from '~/api/queries.ts'

/** Everything that has not ended: it is little, and what is stuck is to stand first. */
export const sagasQuery = wholeListQuery('sagaList')

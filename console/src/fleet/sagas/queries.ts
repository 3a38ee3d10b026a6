import { wholeListQuery } from '~/api/queries.ts'

/** All sagas that have not ended: they are few. */
export const sagasQuery = wholeListQuery('sagaList')

import { apiQuery, wholeListQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'

export const certificatesSource: ListSource<'certificateList'> = { method: 'certificateList' }

/** Every one of them: whether a certificate is the last that holds. */
export const everyCertificateQuery = wholeListQuery('certificateList')

export const certificateQuery = (certificate: string) => apiQuery('certificateView', { path: { certificate } })

import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { IdSortMode, page, resultsPage } from '../paging.ts'
import { dateTime, uuid } from '../values.ts'

export const DeviceAccessToken = z
  .object({ id: uuid, time_expires: dateTime.nullish(), time_created: dateTime })
  .meta({ id: 'DeviceAccessToken' })
export type DeviceAccessToken = z.infer<typeof DeviceAccessToken>

export const accessTokens = defineOperations({
  current_user_access_token_list: {
    tag: 'tokens',
    method: 'get',
    path: '/v1/me/access-tokens',
    query: page(IdSortMode),
    paginated: true,
    answer: [200, resultsPage(DeviceAccessToken)],
  },
  current_user_access_token_delete: {
    tag: 'tokens',
    method: 'delete',
    path: '/v1/me/access-tokens/{token_id}',
    params: z.object({ token_id: uuid }),
    answer: [204],
  },
})

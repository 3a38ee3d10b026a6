import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { IdSortMode, page, resultsPage } from '../paging.ts'
import { Name, uuid } from '../values.ts'
import { Group } from './groups.ts'

export const CurrentUser = z
  .object({
    id: uuid,
    display_name: z.string(),
    silo_id: uuid,
    silo_name: Name,
    /** Whether the user may see the system area. Beyond the wire contract. */
    fleet_viewer: z.boolean().optional(),
  })
  .meta({ id: 'CurrentUser' })
export type CurrentUser = z.infer<typeof CurrentUser>

export const me = defineOperations({
  current_user_view: {
    tag: 'current-user',
    method: 'get',
    path: '/v1/me',
    answer: [200, CurrentUser],
  },
  current_user_groups: {
    tag: 'current-user',
    method: 'get',
    path: '/v1/me/groups',
    query: page(IdSortMode),
    paginated: true,
    answer: [200, resultsPage(Group)],
  },
})

import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { IdSortMode, page, resultsPage } from '../paging.ts'
import { uint, uuid } from '../values.ts'

export const Group = z
  .object({
    id: uuid,
    display_name: z.string(),
    silo_id: uuid,
    /** In the silo's list and view, which saves a request per group. */
    member_count: uint.optional(),
  })
  .meta({ id: 'Group' })
export type Group = z.infer<typeof Group>

export const groups = defineOperations({
  group_list: {
    tag: 'silos',
    method: 'get',
    path: '/v1/groups',
    query: page(IdSortMode),
    paginated: true,
    answer: [200, resultsPage(Group)],
  },
  group_view: {
    tag: 'silos',
    method: 'get',
    path: '/v1/groups/{group_id}',
    params: z.object({ group_id: uuid }),
    answer: [200, Group],
  },
})

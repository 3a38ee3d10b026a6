import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { IdSortMode, page, resultsPage } from '../paging.ts'
import { dateTime, uuid } from '../values.ts'

export const Rack = z
  .object({
    id: uuid,
    /** When the platform stopped listing it; null while it lists it. */
    time_missing: dateTime.nullish(),
    time_created: dateTime,
    time_modified: dateTime,
  })
  .meta({ id: 'Rack' })
export type Rack = z.infer<typeof Rack>

export const racks = defineOperations({
  rack_list: {
    tag: 'system/hardware',
    method: 'get',
    path: '/v1/system/hardware/racks',
    query: page(IdSortMode),
    paginated: true,
    answer: [200, resultsPage(Rack)],
  },
  rack_view: {
    tag: 'system/hardware',
    method: 'get',
    path: '/v1/system/hardware/racks/{rack_id}',
    params: z.object({ rack_id: uuid }),
    answer: [200, Rack],
  },
})

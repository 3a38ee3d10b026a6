import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { IdSortMode, page, resultsPage } from '../paging.ts'
import { dateTime, uuid } from '../values.ts'
import { Baseboard } from './sleds.ts'

export const Switch = z
  .object({
    id: uuid,
    baseboard: Baseboard,
    rack_id: uuid,
    /** `switch0`, as in its ports. */
    switch_location: z.string().optional(),
    /** When the platform stopped listing it; null while it lists it. */
    time_missing: dateTime.nullish(),
    time_created: dateTime,
    time_modified: dateTime,
  })
  .meta({ id: 'Switch' })
export type Switch = z.infer<typeof Switch>

export const switches = defineOperations({
  switch_list: {
    tag: 'system/hardware',
    method: 'get',
    path: '/v1/system/hardware/switches',
    query: page(IdSortMode),
    paginated: true,
    answer: [200, resultsPage(Switch)],
  },
  switch_view: {
    tag: 'system/hardware',
    method: 'get',
    path: '/v1/system/hardware/switches/{switch_id}',
    params: z.object({ switch_id: uuid }),
    answer: [200, Switch],
  },
})

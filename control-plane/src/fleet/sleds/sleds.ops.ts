import type { sleds } from '@skerry/contract/fleet/sleds.ts'
import type { Handlers } from '../../kernel/call.ts'
import { notFound } from '../../kernel/errors.ts'
import { pageOf } from '../../kernel/paging.ts'
import { sledView } from './sled.view.ts'
import { findSled, listedSleds } from './sleds.repo.ts'

export const sledsOps: Pick<Handlers<typeof sleds>, 'sled_list' | 'sled_view'> = {
  sled_list(call) {
    call.access.onFleet()
    return pageOf(call.page, call.sort, listedSleds(call.db), { table: 'sleds', view: sledView })
  },

  async sled_view(call) {
    const id = call.params.sled_id
    const sled = await findSled(call.db, id)
    const hidden = () => notFound('sled', { id })
    if (!sled) throw hidden()
    call.access.onFleet(hidden)
    return sledView(sled)
  },
}

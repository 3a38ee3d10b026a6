import type { Overcommitment, overcommitment } from '@skerry/contract/fleet/overcommitment.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { differenceOf } from '../../kernel/http/difference.ts'
import { requireMatch, tagged } from '../../kernel/http/etag.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { recountProvisionable } from './provisionable.repo.ts'

const view = ({ cpu, storage, time_modified }: Row<'overcommitment'>): Overcommitment => ({
  cpu,
  storage,
  time_modified: timestamp(time_modified),
})

export const overcommitmentOps: Handlers<typeof overcommitment> = {
  async system_overcommitment_view(call) {
    call.access.onFleet()
    return tagged(call, view(await call.db.selectFrom('overcommitment').selectAll().executeTakeFirstOrThrow()))
  },

  system_overcommitment_update(call) {
    call.access.onFleet()
    return call.transaction(async (tx) => {
      const before = view(await tx.selectFrom('overcommitment').selectAll().forUpdate().executeTakeFirstOrThrow())
      requireMatch(call, before)
      const { cpu, storage } = call.body
      const row = await tx
        .updateTable('overcommitment')
        .set({ cpu, storage, time_modified: call.now })
        .returningAll()
        .executeTakeFirstOrThrow()
      await recountProvisionable(tx)
      call.target('overcommitment', differenceOf(before, view(row)))
      return tagged(call, view(row))
    })
  },
}

import { defineSaga } from '../../kernel/sagas/saga.ts'
import { syncHardware } from '../inventory/inventory.ts'
import { deleteAddition, type SledKey } from './sled-additions.repo.ts'

/** Adds a sled under the id of its addition. The request waits until the sled can be viewed. */
export const sledAddSaga = defineSaga<SledKey & { id: string }>('sled-add', [
  {
    name: 'sled',
    slow: () => true,
    async do(ctx, { id, part, serial }) {
      await ctx.platform.hardware.ensureSled(id, { part, serial }, ctx.signal)
      await syncHardware(ctx, ctx.signal)
    },
    undo: (ctx, { id }) => ctx.transaction((tx) => deleteAddition(tx, id)),
  },
  { name: 'done', write: (tx, { id }) => deleteAddition(tx, id) },
])

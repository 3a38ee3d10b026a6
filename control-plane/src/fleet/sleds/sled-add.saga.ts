import { defineSaga } from '../../kernel/sagas/saga.ts'
import { syncHardware } from '../inventory.ts'
import { deleteAddition, type SledKey } from './sled-additions.repo.ts'

/** Makes a sled a part of the system under the id that its addition was given; the request waits until it can be viewed. */
export const sledAdd = defineSaga<SledKey & { id: string }>('sled-add', [
  {
    name: 'sled',
    slow: () => true,
    async do(ctx, { id, part, serial }) {
      await ctx.platform.hardware.ensureSled(id, { part, serial }, ctx.signal)
      await syncHardware(ctx)
    },
    undo: (ctx, { id }) => ctx.transaction((tx) => deleteAddition(tx, id)),
  },
  { name: 'done', write: (tx, { id }) => deleteAddition(tx, id) },
])

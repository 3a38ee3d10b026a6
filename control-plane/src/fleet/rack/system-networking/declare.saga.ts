import { defineSaga } from '../../../kernel/sagas/saga.ts'
import { networkingDocument } from './document.ts'

/** Declares the current system networking in the database to the platform. */
export const networkingDeclareSaga = defineSaga<object>(
  'networking-declare',
  [
    {
      name: 'declare',
      async do({ db, platform, signal }) {
        await platform.systemNetwork.ensure(await networkingDocument(db), signal)
      },
    },
  ],
  { forward: true },
)

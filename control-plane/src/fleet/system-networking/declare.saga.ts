import { defineSaga } from '../../kernel/sagas/saga.ts'
import { networkingDocument } from './document.ts'

/** Tells the platform of system networking as it is in the database at that moment. */
export const networkingDeclare = defineSaga<object>(
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

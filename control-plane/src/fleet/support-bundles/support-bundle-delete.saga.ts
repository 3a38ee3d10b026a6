import { deleteOwned } from '../../kernel/sagas/saga-owner.ts'
import { defineSaga } from '../../kernel/sagas/saga.ts'

/** Deletes a bundle and its file. */
export const supportBundleDeleteSaga = defineSaga<{ bundleId: string }>(
  'support-bundle-delete',
  [
    { name: 'file', do: ({ services }, { bundleId }) => services.archives.remove(bundleId) },
    {
      name: 'bundle',
      write: async (tx, { bundleId }, { id }) => void (await deleteOwned(tx, 'support_bundles', bundleId, id)),
    },
  ],
  { forward: true },
)

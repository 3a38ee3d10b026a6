import type { Tx } from '../../kernel/database/database.ts'
import { defineSaga, fleet } from '../../kernel/sagas/saga.ts'
import type { Services } from '../../kernel/services/services.ts'
import { declareVpcs } from './vpc-declare.saga.ts'

/** Declares VPCs that a change of a pool affects, each in a transaction of its own: they may be all VPCs of a silo. */
export const vpcsDeclareSaga = defineSaga<{ vpcIds: string[] }>(
  'vpcs-declare',
  [
    {
      name: 'declare',
      slow: () => true,
      async do({ transaction, signal }, { vpcIds }) {
        for (const vpcId of vpcIds) {
          signal.throwIfAborted()
          await transaction((tx, { sagas }) => declareVpcs(tx, { sagas }, [vpcId]))
        }
      },
    },
  ],
  { forward: true },
)

/** Begins the declaration of VPCs whose rows need not be locked. It takes their rows' locks after the commit. */
export async function declareLater(
  tx: Tx,
  services: Pick<Services, 'sagas'>,
  vpcIds: readonly string[],
): Promise<void> {
  if (vpcIds.length) await services.sagas.begin(tx, vpcsDeclareSaga, { vpcIds: [...new Set(vpcIds)] }, fleet)
}

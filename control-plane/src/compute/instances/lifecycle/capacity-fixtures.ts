import { GIB } from '../../../kernel/values/bytes.ts'
import type { TestServer } from '../../../testing/test-server.ts'

/** The quota of the default silo and the sleds, for tests. `on` returns the server. */
export function capacityOn(on: () => { server: TestServer }) {
  const setQuota = (fields: { cpus?: number; memory?: number }) =>
    on().server.db.updateTable('quotas').set(fields).where('silo_id', '=', on().server.siloId).execute()

  /** Stops all instances. */
  async function clear() {
    const { db, admin, settle } = on().server
    await settle()
    const rows = await db.selectFrom('instances').select('id').where('sled_id', 'is not', null).execute()
    for (const { id } of rows) await admin.call('instance_stop', { path: { instance: id } })
    await settle()
  }

  /** Provides empty sleds, all of which accept instances, and a quota of 512 CPUs and 4 TiB of memory. */
  async function reset() {
    await clear()
    await setQuota({ cpus: 512, memory: 4096 * GIB })
    await on().server.db.updateTable('sleds').set({ provisionable: true }).where('policy', '=', 'in_service').execute()
  }
  return { setQuota, clear, reset }
}

import type { Services } from './kernel/services.ts'

/** Tells the platform what exists by the books, before anything else is asked of it. */
export async function reconcile(services: Services): Promise<void> {
  await services.platform.reconcile({
    addedSleds: [],
    volumes: [],
    snapshots: [],
    images: [],
    instances: [],
    vpcs: [],
  })
}

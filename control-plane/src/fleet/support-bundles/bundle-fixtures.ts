import type { TestServer } from '../../testing/test-server.ts'

/** Longer than all attempts take. */
const MAX_COLLECTION_MS = 300_000

/** Creates a bundle, and collects it or lets that fail. @returns its id */
export async function collectBundle({ admin, settle }: TestServer): Promise<string> {
  const { id } = await admin.ok('support_bundle_create')
  await settle(MAX_COLLECTION_MS)
  return id
}

import type { TestServer } from '../../testing/test-server.ts'

/**
 * Collects a bundle. Its files are written in real time, of which any amount may pass while `settle` advances the clock.
 * @returns its id
 */
export async function collectBundle({ admin, settle }: TestServer): Promise<string> {
  const { id } = await admin.ok('support_bundle_create')
  await untilCollected({ admin, settle }, id)
  return id
}

/** Advances the clock until a collection has ended. */
export async function untilCollected(
  { admin, settle }: Pick<TestServer, 'admin' | 'settle'>,
  id: string,
): Promise<void> {
  while ((await admin.ok('support_bundle_view', { path: { bundle_id: id } })).state === 'collecting') await settle()
}

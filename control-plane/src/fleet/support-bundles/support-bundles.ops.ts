import type { supportBundles } from '@skerry/contract/fleet/support-bundles.ts'
import { supportBundleCan } from '@skerry/contract/rules/support-bundles.ts'
import { requireOnFleet } from '../../kernel/access/require-on-fleet.ts'
import type { CallAt, Handlers } from '../../kernel/http/call.ts'
import { notFound, notFoundWhat } from '../../kernel/http/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import type { Content } from '../../kernel/http/ranges.ts'
import { contentAnswer } from '../../kernel/http/ranges.ts'
import { refuseUnless } from '../../kernel/http/refuse.ts'
import { fleet } from '../../kernel/sagas/saga.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { supportBundleCollectSaga } from './support-bundle-collect.saga.ts'
import { supportBundleDeleteSaga } from './support-bundle-delete.saga.ts'
import { supportBundleView } from './support-bundle.view.ts'
import { findBundle, insertBundle, listedBundles, lockBundle } from './support-bundles.repo.ts'

const TYPES: Record<string, string> = {
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  txt: 'text/plain; charset=utf-8',
}

/** Finds the bundle in the path and checks permission. */
async function bundleInPath(call: CallAt<'bundle_id'>) {
  const { bundle_id: id } = call.params
  return requireOnFleet(call, 'support-bundle', { id }, await findBundle(call.db, id))
}

/** Content of an active bundle. @throws 404 when its archive is not on this server */
async function contentIn<T>(
  call: CallAt<'bundle_id'>,
  what: string,
  find: (id: string) => Promise<T | undefined>,
): Promise<T> {
  const bundle = await bundleInPath(call)
  call.target(bundle.id)
  refuseUnless(supportBundleCan.download, bundle.state)
  const content = await find(bundle.id)
  // The file may be on another server, or lost.
  if (content === undefined) throw notFoundWhat(`${what} of support-bundle with id "${bundle.id}"`)
  return content
}

async function download(call: CallAt<'bundle_id'>): Promise<Response> {
  const archive = await contentIn(call, 'file', (id) => call.services.archives.whole(id))
  return contentAnswer(call.request, archive, { name: `support-bundle-${archive.tag}.zip`, type: 'application/zip' })
}

async function downloadFile(call: CallAt<'bundle_id' | 'file'>): Promise<Response> {
  const { file: path } = call.params
  const found: Content = await contentIn(call, `file "${path}"`, (id) => call.services.archives.file(id, path))
  const type = TYPES[path.split('.').at(-1)!] ?? 'application/octet-stream'
  return contentAnswer(call.request, found, { name: path.split('/').at(-1)!, type })
}

export const supportBundlesOps: Handlers<typeof supportBundles> = {
  support_bundle_list(call) {
    call.access.onFleet()
    return pageOf(call.page, call.sort, listedBundles(call.db), { table: 'support_bundles', view: supportBundleView })
  },

  support_bundle_create(call) {
    call.access.onFleet()
    return call.transaction(async (tx) => {
      const [id, saga_id] = [randomId(), randomId()]
      const bundle = await insertBundle(tx, { id, saga_id }, call.now)
      call.target(id)
      await call.services.sagas.begin(tx, supportBundleCollectSaga, { bundleId: id }, fleet, saga_id)
      return supportBundleView(bundle)
    })
  },

  support_bundle_view: async (call) => supportBundleView(await bundleInPath(call)),

  support_bundle_delete(call) {
    return call.transaction(async (tx) => {
      const { bundle_id: id } = call.params
      requireOnFleet(call, 'support-bundle', { id }, await findBundle(tx, id))
      const bundle = await lockBundle(tx, id)
      if (!bundle) throw notFound('support-bundle', { id })
      call.target(id)
      if (bundle.state === 'destroying' && bundle.saga_id) return call.services.sagas.join(tx, bundle.saga_id)
      const saga_id = await call.services.sagas.begin(tx, supportBundleDeleteSaga, { bundleId: id }, fleet)
      await tx
        .updateTable('support_bundles')
        .set({ state: 'destroying', saga_id, time_modified: call.now })
        .where('id', '=', id)
        .execute()
    })
  },

  support_bundle_download: download,
  support_bundle_head: download,
  support_bundle_download_file: downloadFile,
  support_bundle_head_file: downloadFile,

  async support_bundle_file_list(call) {
    const files = await contentIn(call, 'index', (id) => call.services.archives.files(id))
    return files
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
      .map(({ path, size, timeModified }) => ({ path, size, time_modified: timestamp(timeModified) }))
  },

  async support_bundle_index(call) {
    const files = await contentIn(call, 'index', (id) => call.services.archives.files(id))
    const text = files.map(({ path }) => `${path}\n`).join('')
    return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
  },
}

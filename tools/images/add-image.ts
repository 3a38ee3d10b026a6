import { setTimeout as delay } from 'node:timers/promises'
import type { ImageFetch, ImageFetchCreate } from '../../contract/src/compute/image-fetches.ts'
import { type Api, Failure, Unavailable } from './api.ts'
import type { AddCommand } from './command.ts'

const POLL_MS = 1000
/** A fetch continues after a restart of the server. */
const MAX_UNANSWERED_POLLS = 120

/**
 * Has the server fetch an image, and waits until it is ready.
 * @param report called with its progress
 * @throws Failure
 */
export async function addImage(
  api: Api,
  command: AddCommand,
  report: (fetch: ImageFetch) => void,
): Promise<{ name: string }> {
  const project = command.project === undefined ? '' : `?project=${encodeURIComponent(command.project)}`
  const { id, name } = await api.call<ImageFetch>(`/v1/image-fetches${project}`, await bodyOf(api, command))
  for (let unanswered = 0; ; await delay(POLL_MS)) {
    try {
      const fetch = await api.find<ImageFetch>(`/v1/image-fetches/${id}`)
      // It has become the image with its id.
      if (!fetch && (await api.find(`/v1/images/${id}`))) return { name }
      if (!fetch) throw new Failure(`the fetch of ${name} was cancelled`)
      if (fetch.state === 'failed') throw new Failure(`${name} could not be fetched: ${fetch.reason_for_failure}`)
      report(fetch)
      unanswered = 0
    } catch (error) {
      if (!(error instanceof Unavailable) || ++unanswered > MAX_UNANSWERED_POLLS) throw error
    }
  }
}

async function bodyOf(api: Api, { source, name }: AddCommand): Promise<ImageFetchCreate> {
  if (source.type === 'url') {
    const { url, checksum, os, version } = source
    return { name: source.name, description: '', os, version, source: { type: 'url', url, checksum } }
  }
  const catalog = await api.catalog()
  const named = [source.image, `${source.image}-${ownArchitecture}`]
  const found = catalog.find((image) => named.includes(image.name))
  if (!found)
    throw new Failure(
      `the catalog has no image ${source.image}: it has ${catalog.map((image) => image.name).join(', ')}`,
    )
  const short = found.name.replace(new RegExp(`-${found.architecture}$`), '')
  return { name: name ?? short, description: '', source: { type: 'catalog', image: found.name } }
}

const ownArchitecture = process.arch === 'arm64' ? 'arm64' : 'amd64'

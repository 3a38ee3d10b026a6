import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { ApiError } from '~/api/errors.ts'
import { refreshAfter } from '~/api/queries.ts'
import type { ImageFetch } from '~/api/types.gen.ts'
import { formatBytes } from '~/lib/format/numbers.ts'
import { serverQuery } from '~/shell/access/capabilities.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { unlessLive } from '~/shell/live/live.ts'
import { readState } from '~/shell/page/reads.ts'
import { useQuickActions } from '~/shell/palette/quick-actions.ts'
import { pathTo } from '~/shell/paths/path.ts'
import { ToneMark } from '~/ui/badge.tsx'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { Card } from '~/ui/card.tsx'
import { ProgressBar } from '~/ui/progress-bar.tsx'
import { architectureOfUrl, useArchitectureNote } from '../architecture.ts'
import { fetchesQuery } from './queries.ts'
import { useFetchRemoval } from './removal.ts'

const POLL_MS = 1000

const none: readonly ImageFetch[] = []

/** The server cannot fetch, or does not let this user see it. */
const isRefused = (error: unknown) =>
  error instanceof ApiError && (error.isMissingOperation || [403, 404].includes(error.statusCode))

const isRunning = ({ state }: ImageFetch) => state !== 'failed'

const formPath = (project: string | undefined) =>
  project === undefined ? '/images-fetch' : pathTo('/projects/$project/images-fetch', { project })

function useFetchRefusal(project: string | undefined) {
  // For the refusal of a server that cannot fetch.
  useQuery(serverQuery)
  return useRefusal('image_fetch_create', { project })
}

/** @param project without it, for silo images; likewise below */
export function FetchButton({ project }: { project?: string }) {
  const refusal = useFetchRefusal(project)
  useQuickActions([{ group: 'Actions', label: 'Fetch image', to: formPath(project), refusal }])
  return <FetchLink {...(project !== undefined && { project })} />
}

/** The button alone, for another place on the page that has one. */
export const FetchLink = ({ project }: { project?: string }) => (
  <ButtonLink to={formPath(project)} search state refusal={useFetchRefusal(project)}>
    Fetch image
  </ButtonLink>
)

/** The images that the server is fetching, and those that it could not fetch. */
export function Fetches({ project }: { project?: string }) {
  const refusal = useRefusal('image_fetch_delete', { project })
  const againRefusal = useRefusal('image_fetch_create', { project })
  const query = useQuery({
    ...fetchesQuery(project),
    refetchInterval: ({ state }) => unlessLive(Boolean(state.data?.some(isRunning)) && POLL_MS),
  })
  const { data: fetches = none } = query
  useRefreshWhenComplete(fetches)
  const allFailed = fetches.length > 0 && !fetches.some(isRunning)
  const read = readState(query)
  if (fetches.length === 0 && (!read.failure || isRefused(read.failure.error))) return null
  return (
    <Card title={allFailed ? 'Failed image fetches' : 'Fetching images'} read={read}>
      <ul className="divide-y divide-line">
        {fetches.map((fetch) => (
          <FetchRow key={fetch.id} {...{ fetch, refusal }}>
            <ButtonLink
              to={formPath(project)}
              search={{ again: fetch.id }}
              size="sm"
              refusal={againRefusal}
              aria-label={`Edit and fetch again: ${fetch.name}`}
            >
              Edit and fetch again
            </ButtonLink>
          </FetchRow>
        ))}
      </ul>
    </Card>
  )
}

/** A fetch that is no longer listed has become an image. */
function useRefreshWhenComplete(fetches: readonly ImageFetch[]): void {
  const running = useRef<readonly string[]>([])
  const compare = useEffectEvent(() => {
    const listed = new Set(fetches.map(({ id }) => id))
    if (running.current.some((id) => !listed.has(id))) void refreshAfter('imageCreate')
    running.current = fetches.filter(isRunning).map(({ id }) => id)
  })
  useEffect(() => compare(), [fetches])
}

const words = {
  downloading: 'Downloading',
  verifying: 'Verifying the checksum',
  storing: 'Storing',
  failed: 'Failed',
}

interface FetchRowProps {
  fetch: ImageFetch
  refusal: string | undefined
  /** What can be done once it has failed. */
  children: ReactNode
}

function FetchRow({ fetch, refusal, children }: FetchRowProps) {
  const { id, name, state, url, reasonForFailure, retryReason } = fetch
  const removal = useFetchRemoval()
  const isFailed = state === 'failed'
  const note = useArchitectureNote()(architectureOfUrl(url))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-48 flex-1 [overflow-wrap:anywhere]">
        <p className="flex items-center gap-2 font-medium">
          <ToneMark tone={isFailed ? 'bad' : 'busy'} />
          {name}
          {isFailed && <span className="font-normal text-bad">{words.failed}</span>}
        </p>
        <p className="text-sm text-ink-3">{url}</p>
        {note && <p className="text-sm text-ink-2">{note}</p>}
        {isFailed && <p className="text-sm text-bad">{reasonForFailure}</p>}
        {retryReason && <p className="text-sm text-odd">Trying again: {retryReason}</p>}
      </div>
      {!isFailed && <Progress fetch={fetch} />}
      <div className="flex gap-2">
        {isFailed && children}
        <Button
          size="sm"
          busy={removal.isPending}
          refusal={refusal}
          aria-label={`${isFailed ? 'Dismiss' : 'Cancel'} ${name}`}
          onClick={() => removal.mutate({ path: { fetchId: id } })}
        >
          {isFailed ? 'Dismiss' : 'Cancel'}
        </Button>
      </div>
    </li>
  )
}

function Progress({ fetch: { name, state, bytesReceived, bytesTotal, retryReason } }: { fetch: ImageFetch }) {
  const [received, total] = [Number(bytesReceived), Number(bytesTotal ?? 0)]
  return (
    <div className="w-56">
      <p className="text-sm text-ink-2">
        {retryReason ? 'Trying again' : words[state]}
        {state === 'downloading' &&
          (received > 0 || !retryReason) &&
          `: ${formatBytes(received)}${total ? ` of ${formatBytes(total)}` : ''}`}
      </p>
      {state === 'downloading' && total > 0 && (
        <ProgressBar label={`Downloaded of ${name}`} percent={Math.floor((received / total) * 100)} className="mt-1" />
      )}
    </div>
  )
}

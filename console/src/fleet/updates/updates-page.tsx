import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { TargetRelease } from '~/api/types.gen.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { unlessLive } from '~/shell/live/live.ts'
import { refreshOf } from '~/shell/page/reads.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { targetReleaseQuery } from './queries.ts'
import { ReleasesCard } from './releases-card.tsx'
import { RolloutCard } from './rollout-card.tsx'
import { rememberRelease } from './seen-versions.ts'
import { versionOf } from './set-target.tsx'

const UploadRepository = lazyPart(() => import('./upload-repository.tsx'))

const often = 20_000
const seldom = 120_000
const afterTargetMs = 30 * 60_000

/** How soon the target is read again: often while a rollout may progress. */
const pollEvery = (target: TargetRelease | undefined): number =>
  target && Date.now() - target.timeRequested.getTime() < afterTargetMs ? often : seldom

/** The release that the system runs, its target, and the repositories of releases. */
export function UpdatesPage() {
  const query = useSuspenseQuery({
    ...targetReleaseQuery,
    refetchInterval: ({ state }: { state: { data?: TargetRelease } }) => unlessLive(pollEvery(state.data)),
  })
  const target = query.data
  const version = versionOf(target)
  useEffect(() => {
    if (version) rememberRelease(version)
  }, [version])
  const [uploading, setUploading] = useState(false)
  const close = () => setUploading(false)
  const refusal = useRefusal('system_update_put_repository')
  return (
    <>
      <PageHeader
        title="Updates"
        refresh={refreshOf(query)}
        about={{
          title: 'Updates',
          text: 'A release is a repository, signed by a trust root. Upload it, then set it as the target release: switches and sleds are updated one after the other while instances keep running.',
        }}
      >
        <ButtonLink to="/system/updates/trust-roots">Trust roots</ButtonLink>
        <Button
          variant="primary"
          refusal={refusal}
          data-hotkey="c"
          aria-keyshortcuts="c"
          onClick={() => setUploading(true)}
        >
          Upload repository
        </Button>
      </PageHeader>
      <RolloutCard target={target} />
      <ReleasesCard target={target} />
      {uploading && (
        <PartBoundary onFailed={close}>
          <UploadRepository onClose={close} />
        </PartBoundary>
      )}
    </>
  )
}

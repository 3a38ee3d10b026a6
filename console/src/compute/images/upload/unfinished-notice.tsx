import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callOrThrow, refreshAfter } from '~/api/queries.ts'
import { toast } from '~/lib/toast.ts'
import { Button } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import { type Ask, cleanUp, find, type TemporaryThings } from './clean-up.ts'
import { LeftoversNotice } from './leftovers-notice.tsx'
import { forgetUpload, unfinishedUploads } from './unfinished-uploads.ts'
import type { Leftover } from './upload-state.ts'

const expected = 'it may have been removed meanwhile'
const ask: Ask = (method, request) => callOrThrow(method, request, { expected })

/** The names of what is still there; an upload of which nothing is left is forgotten. */
async function namesLeft(things: TemporaryThings): Promise<string[]> {
  const query = { project: things.project }
  const [disk, snapshot] = await Promise.all([
    find(ask('diskView', { path: { disk: things.disk }, query })),
    find(ask('snapshotView', { path: { snapshot: things.snapshot }, query })),
  ])
  if (!disk && !snapshot) forgetUpload(things.disk)
  return [disk?.name, snapshot?.name].filter((name) => name !== undefined)
}

export const UnfinishedUploads = ({ project }: { project: string }) => {
  const { data: found = [] } = useQuery({
    queryKey: ['unfinished uploads', project],
    queryFn: () => unfinishedUploads(project),
    staleTime: 0,
  })
  return found.map((things) => <Unfinished key={things.disk} things={things} image={things.image} />)
}

function Unfinished({ things, image }: { things: TemporaryThings; image: string }) {
  const query = useQuery({
    queryKey: ['unfinished upload', things.disk],
    meta: { reads: ['diskView', 'snapshotView'] },
    queryFn: () => namesLeft(things),
  })
  const [leftovers, setLeftovers] = useState<readonly Leftover[]>([])
  const [busy, setBusy] = useState(false)
  const names = query.data ?? []
  if (names.length === 0) return null
  const remove = async () => {
    setBusy(true)
    const left = await cleanUp(ask, things)
    setLeftovers(left)
    setBusy(false)
    void refreshAfter('diskDelete', 'snapshotDelete')
    if (left.length > 0) return
    toast({
      content: (
        <>
          Temporary resources of the upload of <b className="font-medium">{image}</b> removed
        </>
      ),
    })
    await query.refetch()
  }
  return (
    <div className="mb-4">
      {leftovers.length > 0 ? (
        <LeftoversNotice things={things} leftovers={leftovers} onAgain={remove} />
      ) : (
        <Notice
          tone="odd"
          title="An upload was interrupted"
          content={
            <>
              The upload of <b className="font-medium text-ink">{image}</b> did not finish. It left temporary resources:{' '}
              {names.join(', ')}.
            </>
          }
          actions={
            <Button busy={busy} onClick={() => void remove()}>
              Remove
            </Button>
          }
        />
      )}
    </div>
  )
}

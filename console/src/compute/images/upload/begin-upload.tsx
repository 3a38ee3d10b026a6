import { apiCall, refreshAfter } from '~/api/queries.ts'
import { toast } from '~/lib/toast.ts'
import { guardWork } from '~/lib/unfinished-work.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { type ActivityStatus, addActivity, updateActivity } from '~/shell/activity/activity.ts'
import { forgetJobView, keepJobView, openJob } from '~/shell/activity/jobs.ts'
import { pathTo } from '~/shell/paths/path.ts'
import { openWorkerSender } from './chunk-sender.ts'
import { type ImageUpload, type ImageUploadRequest, startImageUpload } from './image-upload.ts'
import { rememberUpload } from './unfinished-uploads.ts'
import { UploadModal } from './upload-modal.tsx'
import { isImageMade, type UploadState } from './upload-state.ts'

/** Whether its modal is on screen; hidden, it goes on in the activity menu. */
export interface ShownUpload {
  upload: ImageUpload
  /** Resolves when the modal is hidden while the upload runs. */
  hidden: Promise<void>
}

function statusOf(state: UploadState): ActivityStatus {
  if (state.phase === 'complete') return 'done'
  if (state.phase === 'cancelled') return 'cancelled'
  return isImageMade(state) ? 'partly' : 'failed'
}

/** Starts an upload and shows it in its modal and the activity menu. Closing the tab asks first. */
export function beginImageUpload(request: ImageUploadRequest): ShownUpload {
  const { project, name } = request
  const upload = startImageUpload(request, { ask: apiCall, sender: openWorkerSender() })
  const release = guardWork(`Image ${name} is still uploading. Leaving stops the upload.`)
  const forget = rememberUpload(upload.things, name)
  const activity = addActivity({ verb: 'Upload image', name, to: pathTo('/projects/$project/images', { project }) })

  let hide = () => undefined as void
  const hidden = new Promise<void>((resolve) => (hide = resolve))
  const view = <UploadModal upload={upload} onHide={hide} />
  keepJobView(activity, view)
  openJob.set(view)

  void upload.ended.then((state) => {
    release()
    forget(state.leftovers.length === 0)
    forgetJobView(activity)
    updateActivity(activity, { status: statusOf(state), ...(state.message && { message: state.message }) })
    void refreshAfter('imageCreate', 'diskDelete', 'snapshotDelete')
    const isHidden = openJob.get() !== view
    if (state.phase === 'complete') {
      if (!isHidden) openJob.set(null)
      toast({ content: outcome('Image', name, 'uploaded') })
    } else if (isHidden && state.phase === 'failed')
      toast({ variant: 'error', title: `Could not upload image ${name}`, content: state.message ?? '' })
  })
  return { upload, hidden }
}

import { refreshAfter } from '~/api/queries.ts'
import { toast } from '~/lib/toast.ts'
import { guardWork } from '~/lib/unfinished-work.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { addActivity, updateActivity } from '~/shell/activity/activity.ts'
import { forgetJobView, keepJobView, openJob } from '~/shell/activity/jobs.ts'
import { releasePath } from './queries.ts'
import { startRepositoryUpload } from './repository-upload.ts'
import { rememberRelease } from './seen-versions.ts'
import { UploadModal } from './upload-modal.tsx'

/** Starts an upload and shows it in its modal and the activity menu. Closing the tab asks first. */
export function beginRepositoryUpload(file: File): void {
  const upload = startRepositoryUpload(file)
  const release = guardWork(`The upload of ${file.name} is not finished and would be cancelled.`)
  const activity = addActivity({ verb: 'Upload repository', name: file.name, to: '/system/updates' })
  const view = <UploadModal upload={upload} />
  keepJobView(activity, view)
  openJob.set(view)

  void upload.ended.then(({ phase, message, answer }) => {
    release()
    forgetJobView(activity)
    const isHidden = openJob.get() !== view
    if (answer) {
      const version = answer.recorded.repo.systemVersion
      updateActivity(activity, { status: 'done', to: releasePath(version) })
      rememberRelease(version)
      void refreshAfter('systemUpdatePutRepository')
      if (!isHidden) openJob.set(null)
      const what = answer.status === 'inserted' ? 'uploaded' : 'was there already, with the same content'
      toast({ content: outcome('Release', version, what) })
      return
    }
    const status = phase === 'cancelled' ? 'cancelled' : 'failed'
    updateActivity(activity, { status, ...(message && { message }) })
    if (isHidden && phase === 'failed')
      toast({ variant: 'error', title: `Could not upload ${file.name}`, content: message ?? '' })
  })
}

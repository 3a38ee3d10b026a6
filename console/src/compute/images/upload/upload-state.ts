export type StepName =
  | 'Create temporary disk'
  | 'Start the import'
  | 'Upload the file'
  | 'Stop the import'
  | 'Verify the checksum'
  | 'Take a snapshot of the disk'
  | 'Verify the file and take a snapshot'
  | 'Create the image'
  | 'Delete temporary snapshot and disk'
  | 'Done'

/** `skipped`: not begun before the upload failed or was cancelled. */
export type StepStatus = 'waiting' | 'running' | 'complete' | 'error' | 'cancelled' | 'skipped'

export interface Step {
  name: StepName
  status: StepStatus
}

/** Something an upload made on its way that could not be removed. */
export interface Leftover {
  kind: 'disk' | 'snapshot' | 'image'
  name: string
  /** Why it is still there. */
  reason: string
}

export interface UploadState {
  phase: 'running' | 'paused' | 'cleaning' | 'complete' | 'failed' | 'cancelled'
  /** In their order. */
  steps: readonly Step[]
  /** Bytes of the file that are done, and all of them. */
  sent: number
  total: number
  chunksLeft: number
  chunks: number
  /** ms until the file is up, as far as is known. */
  msLeft?: number | undefined
  /** What went wrong in the step marked as error. */
  message?: string
  leftovers: readonly Leftover[]
}

export const isOver = ({ phase }: UploadState): boolean => ['complete', 'failed', 'cancelled'].includes(phase)

/** The steps of an upload that has failed, or that the user has called off. */
export const endedSteps = (steps: readonly Step[], ending: 'error' | 'cancelled'): Step[] =>
  steps.map(({ name, status }) => ({
    name,
    status: status === 'running' ? ending : status === 'waiting' ? 'skipped' : status,
  }))

export const isImageMade = ({ steps }: UploadState): boolean =>
  steps.some(({ name, status }) => name === 'Create the image' && status === 'complete')

/** Whole percent; 100 only when all is sent. */
export const percentOf = ({ sent, total }: UploadState): number => Math.floor((sent / total) * 100)

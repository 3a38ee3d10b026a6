export const stepNames = [
  'Create temporary disk',
  'Start the import',
  'Upload the file',
  'Stop the import',
  'Take a snapshot of the disk',
  'Create the image',
  'Delete temporary snapshot and disk',
  'Done',
] as const

export type StepStatus = 'ready' | 'running' | 'complete' | 'error'

/** Something an upload made on its way that could not be removed. */
export interface Leftover {
  kind: 'disk' | 'snapshot' | 'image'
  name: string
  /** Why it is still there. */
  reason: string
}

export interface UploadState {
  phase: 'running' | 'paused' | 'cleaning' | 'complete' | 'failed' | 'cancelled'
  /** One for each of `stepNames`. */
  steps: readonly StepStatus[]
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

/** Whole percent; 100 only when all is sent. */
export const percentOf = ({ sent, total }: UploadState): number => Math.floor((sent / total) * 100)

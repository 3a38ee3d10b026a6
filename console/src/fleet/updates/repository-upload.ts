import { parseJson } from '@skerry/contract/rules/json.ts'
import { apiPath, unreadableAnswer } from '~/api/client.ts'
import { ApiError, ConnectionError } from '~/api/errors.ts'
import { goToLogin } from '~/api/session.ts'
import type { ErrorBody, TufRepoInsertResponse } from '~/api/types.gen.ts'
import { fromWire } from '~/api/wire.ts'
import { messageOf } from '~/lib/errors.ts'
import { createPace } from '~/lib/pace.ts'
import { createStore, type Store } from '~/lib/store.ts'

const method = 'systemUpdatePutRepository'

export interface UploadState {
  phase: 'sending' | 'verifying' | 'complete' | 'failed' | 'cancelled'
  /** Bytes that are sent, and all of them. */
  sent: number
  total: number
  /** ms until all is sent, as far as is known. */
  msLeft?: number | undefined
  message?: string
  answer?: TufRepoInsertResponse
}

export interface RepositoryUpload {
  file: File
  state: Store<UploadState>
  cancel: () => void
  /** Resolves once it has ended in any way. */
  ended: Promise<UploadState>
}

export const isOver = ({ phase }: UploadState): boolean => phase !== 'sending' && phase !== 'verifying'

/** Sends the archive of a repository, by XMLHttpRequest for the upload's progress. */
export function startRepositoryUpload(file: File): RepositoryUpload {
  const state = createStore<UploadState>({ phase: 'sending', sent: 0, total: file.size })
  const change = (changes: Partial<UploadState>) => state.set((now) => ({ ...now, ...changes }))
  const pace = createPace(file.size)
  const request = new XMLHttpRequest()
  const ended = new Promise<UploadState>((resolve) => {
    const end = (changes: Partial<UploadState>) => {
      change(changes)
      resolve(state.get())
    }
    request.upload.addEventListener('progress', ({ loaded }) => {
      const sent = Math.min(loaded, file.size)
      change({ sent, msLeft: pace(sent) })
    })
    request.upload.addEventListener('load', () => change({ phase: 'verifying', sent: file.size }))
    request.addEventListener('load', () => {
      try {
        end({ phase: 'complete', answer: answerOf(request) })
      } catch (error) {
        end({ phase: 'failed', message: messageOf(error) })
      }
    })
    request.addEventListener('error', () =>
      end({ phase: 'failed', message: messageOf(new ConnectionError(undefined)) }),
    )
    request.addEventListener('abort', () => end({ phase: 'cancelled', message: 'The upload was cancelled' }))
  })
  request.open('PUT', apiPath(method, { query: { fileName: file.name } }))
  request.setRequestHeader('content-type', 'application/octet-stream')
  request.send(file)
  return { file, state, cancel: () => request.abort(), ended }
}

/** @throws ApiError for what is no success */
function answerOf({ status, responseText }: XMLHttpRequest): TufRepoInsertResponse {
  const answered = { statusCode: status, headers: new Headers() }
  let body: unknown
  try {
    body = fromWire(parseJson(responseText))
  } catch {
    const error = new Error(unreadableAnswer)
    throw new ApiError(method, { ...answered, type: 'clientError', error, text: responseText })
  }
  if (status === 401) goToLogin()
  if (status < 300) return body as TufRepoInsertResponse
  throw new ApiError(method, { ...answered, type: 'error', error: { ...(body as ErrorBody), statusCode: status } })
}

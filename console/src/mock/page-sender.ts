import type * as inWorker from '~/compute/images/upload/chunk-sender.ts'
import { sendChunks } from '~/compute/images/upload/send-chunks.ts'

/** In place of the sender in a worker, whose requests would go to the network. */
export const openWorkerSender: typeof inWorker.openWorkerSender = () => ({ send: sendChunks, close: () => {} })

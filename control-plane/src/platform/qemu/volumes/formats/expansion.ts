import { type ImageFile, require } from './image-file.ts'

/** No disk that somebody uses compresses so well. */
const MOST_TIMES = 200
/** Little files may be of a pattern that compresses better. */
const ALWAYS_BYTES = 64 * 2 ** 20

/**
 * Throws when tables of an untrusted image lead to far more data than its file can hold: where many entries lead to one
 * place, a small file would become a disk that fills the storage, or that takes hours to read.
 */
export function requireProportion({ length }: ImageFile, dataBytes: number): void {
  require(dataBytes <= ALWAYS_BYTES + length * MOST_TIMES, 'its tables lead to far more data than its file can hold')
}

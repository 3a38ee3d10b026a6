import { type ImageFile, require } from './image-file.ts'

/** Maximum expansion: real disks do not compress so well. */
const MAX_TIMES = 200
/** Small files may have a pattern that compresses better. */
const ALWAYS_BYTES = 64 * 2 ** 20

/**
 * Throws if tables of an untrusted image lead to far more data than its file can hold. If many entries shared one
 * place, a small file would become a disk that fills the storage, or takes hours to read.
 */
export function requireProportion({ length }: ImageFile, dataBytes: number): void {
  require(dataBytes <= ALWAYS_BYTES + length * MAX_TIMES, 'its tables lead to far more data than its file can hold')
}

import { PlatformError } from '../../platform/platform-error.ts'
import type { Archives } from './archives.ts'

/** For a control plane without a file system, as in the page. */
export const noArchives: Archives = {
  async write() {
    throw new PlatformError('permanent', 'There is nowhere to keep files here')
  },
  whole: async () => undefined,
  files: async () => undefined,
  file: async () => undefined,
  async remove() {},
  ids: async () => [],
}

import { PlatformError } from '../../platform/interface/platform-error.ts'
import type { Archives } from './archives.ts'

/** Support bundles of a control plane without a file system, as in the browser. */
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

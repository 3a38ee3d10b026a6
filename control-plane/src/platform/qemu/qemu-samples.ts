import { PlatformError } from '../platform-error.ts'
import type { Samples } from '../samples.ts'

/** Nothing is measured yet. */
export class QemuSamples implements Samples {
  computes = () => false

  async list(): Promise<never> {
    throw new PlatformError('permanent', 'This host computes no samples')
  }

  read = this.list

  subscribe(): () => void {
    return () => {}
  }
}

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { atTermination } from './bench-server.ts'

/** A bridge with taps and nothing else, in a network namespace of its own. */
export class BareBridge {
  readonly namespace = `skerry-bench-${process.pid}`

  static async make(): Promise<BareBridge> {
    const bridge = new BareBridge()
    await ip('netns', 'add', bridge.namespace)
    atTermination(() => bridge.remove())
    await bridge.#inside('link', 'add', 'bridge', 'type', 'bridge')
    await bridge.#inside('link', 'set', 'bridge', 'up')
    return bridge
  }

  async addTap(name: string): Promise<void> {
    await this.#inside('tuntap', 'add', name, 'mode', 'tap')
    await this.#inside('link', 'set', name, 'master', 'bridge', 'up')
  }

  async remove(): Promise<void> {
    await ip('netns', 'delete', this.namespace)
  }

  async #inside(...args: string[]): Promise<void> {
    await ip('-netns', this.namespace, ...args)
  }
}

async function ip(...args: string[]): Promise<void> {
  await promisify(execFile)('ip', args)
}

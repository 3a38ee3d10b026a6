import { basename } from 'node:path'
import type { Layer } from '../volumes/chain-reader.ts'
import type { LiveCopy } from '../volumes/open-volumes.ts'
import { layerNode, nodeName } from './block-nodes.ts'
import { QmpError } from './qmp-client.ts'
import type { QmpCommand, QmpResult } from './qmp-messages.ts'

const POLL_MS = 200
/** Copies leave most of a disk's bandwidth to machines. */
const COPY_BYTES_PER_SECOND = 64 * 2 ** 20

interface BlockJobsParts {
  execute<Command extends QmpCommand>(
    command: Command,
    parameters?: Readonly<Record<string, unknown>>,
  ): Promise<QmpResult<Command>>
  sleep(ms: number): Promise<void>
  /** Makes what is written to a layer durable, but for what QEMU itself has not written. */
  sync(layer: Layer): Promise<void>
}

interface BlockJob {
  job: string
  /** Options of the layer that is written. */
  node: Record<string, unknown>
  written: Layer
  start(): Promise<unknown>
  signal: AbortSignal
  /** Called when all is durable, before a header changes. */
  moved(): Promise<void>
}

/**
 * Copies between the layers that a QEMU has open. QEMU's jobs change a header to the new backing file without flushing
 * what they copied, neither data nor tables. So each job waits before that change (`auto-finalize`) until all is durable.
 */
export class BlockJobs {
  readonly #parts: BlockJobsParts

  constructor(parts: BlockJobsParts) {
    this.#parts = parts
  }

  /** Copies what the layers below one have into it, but for the last, on which it is then based. */
  async flatten(job: string, { chain, at, moved, signal }: LiveCopy): Promise<void> {
    const [layer, below, base] = [chain[at]!, chain[at + 1]!, chain.at(-1)!]
    await this.end(job)
    const node = { ...layerNode(layer, nodeName(below), 'read'), 'read-only': false }
    const start = () =>
      this.#parts.execute('block-stream', {
        'job-id': job,
        device: nodeName(layer),
        'base-node': nodeName(base),
        'backing-file': basename(base.path),
        speed: COPY_BYTES_PER_SECOND,
        'auto-finalize': false,
      })
    await this.#run({ job, node, written: layer, start, signal, moved })
  }

  /** Copies what a layer that is not the newest has into the one below, and bases the one above on that. */
  async commit(job: string, { chain, at, moved, signal }: LiveCopy): Promise<void> {
    const [upper, lower, below] = [chain[at]!, chain[at + 1]!, chain[at + 2]]
    await this.end(job)
    const node = { ...layerNode(lower, below ? nodeName(below) : null, 'read'), 'read-only': false }
    const start = () =>
      this.#parts.execute('block-commit', {
        'job-id': job,
        device: nodeName(chain[0]!),
        'top-node': nodeName(upper),
        'base-node': nodeName(lower),
        'backing-file': basename(lower.path),
        speed: COPY_BYTES_PER_SECOND,
        'auto-finalize': false,
      })
    await this.#run({ job, node, written: lower, start, signal, moved })
  }

  /** Ends a job, if there is one, as if it had not begun: what it copied changes nothing. */
  async end(job: string): Promise<void> {
    const { execute, sleep } = this.#parts
    while ((await this.#status(job)) !== undefined) {
      await execute('job-cancel', { id: job }).catch(() => {})
      await sleep(POLL_MS)
    }
  }

  async #run({ job, node, written, start, signal, moved }: BlockJob): Promise<void> {
    const { execute, sleep } = this.#parts
    await start()
    try {
      for (;;) {
        const status = await this.#status(job)
        if (status === undefined) throw new QmpError('QEMU did not complete the copy')
        signal.throwIfAborted()
        if (status === 'pending') break
        await sleep(POLL_MS)
      }
      await this.#flush(node, written)
      await moved()
      await execute('job-finalize', { id: job })
    } catch (error) {
      await this.end(job).catch(() => {})
      throw error
    }
    while ((await this.#status(job)) !== undefined) await sleep(POLL_MS)
  }

  /**
   * Makes all of a layer durable that QEMU has completed. Of QEMU's commands `blockdev-reopen`, here with the options
   * that it has, flushes one layer and does not pause the guest. It waits for the disk, so most is written before.
   */
  async #flush(node: Record<string, unknown>, layer: Layer): Promise<void> {
    const { execute, sync } = this.#parts
    await sync(layer)
    const nodes = await execute('query-named-block-nodes', { flat: true })
    const file = nodes.find(({ drv, file }) => drv === 'file' && file === basename(layer.path))?.['node-name']
    await execute('blockdev-reopen', { options: [{ ...node, file }] })
  }

  async #status(job: string): Promise<string | undefined> {
    return (await this.#parts.execute('query-jobs')).find(({ id }) => id === job)?.status
  }
}

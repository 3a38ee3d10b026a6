import { basename } from 'node:path'
import type { Layer } from '../../volumes/chain-reader.ts'
import type { LiveCopy } from '../../volumes/open-volumes.ts'
import { layerNode, nodeName } from '../process/block-nodes.ts'
import { QmpError } from '../qmp/qmp-client.ts'
import type { QmpCommand, QmpResult } from '../qmp/qmp-messages.ts'

const JOB_POLL_MS = 200
/** Copies leave most of a disk's bandwidth to machines. */
const COPY_BYTES_PER_SECOND = 64 * 2 ** 20

interface BlockJobsParts {
  execute<Command extends QmpCommand>(
    command: Command,
    parameters?: Readonly<Record<string, unknown>>,
  ): Promise<QmpResult<Command>>
  sleep(ms: number): Promise<void>
  /** Makes the content of a layer durable, except what QEMU has not written to the file yet. */
  sync(layer: Layer): Promise<void>
}

interface BlockJob {
  job: string
  /** Options of the layer that is written. */
  node: Record<string, unknown>
  written: Layer
  start(): Promise<unknown>
  signal: AbortSignal
  /** Called when all data are durable, before a header changes. */
  moved(): Promise<void>
}

/**
 * Copies between the layers that a QEMU has open. QEMU's jobs change a header to the new backing file without flushing
 * what they copied. So each job waits before that change (`auto-finalize`) until data and tables are durable.
 */
export class BlockJobs {
  readonly #parts: BlockJobsParts

  constructor(parts: BlockJobsParts) {
    this.#parts = parts
  }

  /** Copies the content of the layers below one into it, except the lowest layer, which becomes its backing file. */
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

  /**
   * Copies the content of a layer other than the newest into the one below, which becomes the backing file of the one
   * above.
   */
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

  /** Cancels a job, if there is one. What it has copied changes no content. */
  async end(job: string): Promise<void> {
    const { execute, sleep } = this.#parts
    while ((await this.#status(job)) !== undefined) {
      await execute('job-cancel', { id: job }).catch(() => {})
      await sleep(JOB_POLL_MS)
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
        await sleep(JOB_POLL_MS)
      }
      await this.#flush(node, written)
      await moved()
      await execute('job-finalize', { id: job })
    } catch (error) {
      await this.end(job).catch(() => {})
      throw error
    }
    while ((await this.#status(job)) !== undefined) await sleep(JOB_POLL_MS)
  }

  /**
   * Makes a layer durable with all that QEMU has completed. `blockdev-reopen`, with unchanged options, is QEMU's only
   * command that flushes one layer without pausing the guest. It waits for the disk, so `sync` writes most of it
   * before.
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

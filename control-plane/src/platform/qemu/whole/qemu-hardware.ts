import { availableParallelism, totalmem } from 'node:os'
import type { Hardware, Inventory, SledHardware } from '../../interface/hardware.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import { GiB } from '../base/bytes.ts'
import type { Work } from '../base/work.ts'
import type { HostIdentity } from '../host/host-identity.ts'
import type { Accelerator } from '../machines/order/architecture.ts'
import { withoutTranslatedCode } from '../machines/order/machine-limits.ts'
import { physicalDisks } from './physical-disks.ts'

/** Memory reserved for the host, the server and its database: this share, but no more than the maximum. */
const RESERVED_SHARE = 1 / 8
const RESERVED_AT_MOST = 4 * GiB

/** Memory of this host for machines. */
const memoryForMachines = (accelerator: Accelerator, total = totalmem()): number =>
  withoutTranslatedCode(Math.floor(total - Math.min(total * RESERVED_SHARE, RESERVED_AT_MOST)), accelerator)

interface StorageOfHost {
  /** Bytes that are stored. */
  takenBytes(): Promise<number>
  /** Bytes that may still be stored; negative when the reserve is in use. */
  spareBytes(): Promise<number>
  /** True from when only the reserve was left until machines have room again: free space is reported as zero then. */
  isFull(): boolean
  /** A problem that an operator has to solve, if there is one. */
  problem(): string | undefined
}

/** This host: a rack with one sled. */
export class QemuHardware implements Hardware {
  readonly #work: Work
  readonly #sled: SledHardware
  readonly #storage: StorageOfHost

  constructor(
    work: Work,
    { sledId, rackId, part, serial }: HostIdentity,
    accelerator: Accelerator,
    storage: StorageOfHost,
  ) {
    this.#work = work
    this.#storage = storage
    this.#sled = {
      id: sledId,
      rackId,
      baseboard: { part, serial, revision: 0 },
      cubby: 0,
      hardwareThreads: availableParallelism(),
      memoryBytes: memoryForMachines(accelerator),
      expunged: false,
      reachable: true,
    }
  }

  get sled(): SledHardware {
    return this.#sled
  }

  inventory(signal?: AbortSignal): Promise<Inventory> {
    return this.#work.answer(signal, async () => ({
      racks: [{ id: this.#sled.rackId }],
      sleds: [{ ...this.#sled, ...(await this.#bytes()), ...this.#problem() }],
      physicalDisks: await physicalDisks(this.#sled.id),
      switches: [],
      uninitializedSleds: [],
    }))
  }

  #problem(): Pick<SledHardware, 'storageProblem'> {
    const storageProblem = this.#storage.problem()
    return storageProblem === undefined ? {} : { storageProblem }
  }

  /** Rounded to whole GiB, below one to 64 MiB, so that other files on the file system seldom change it. */
  async #bytes(): Promise<Pick<SledHardware, 'storageBytes' | 'freeStorageBytes'>> {
    const [taken, spare] = await Promise.all([this.#storage.takenBytes(), this.#storage.spareBytes()])
    const free = Math.max(0, spare)
    const bytes = taken + free
    const step = bytes < GiB ? GiB / 16 : GiB
    return { storageBytes: Math.floor(bytes / step) * step, freeStorageBytes: this.#storage.isFull() ? 0 : free }
  }

  ensureSled(_id: string, _sled: unknown, signal?: AbortSignal): Promise<SledHardware> {
    return this.#work.answer(signal, () => Promise.reject(new PlatformError('gone', 'There is no sled to add')))
  }

  ensureRelease(componentId: string, _release: unknown, signal?: AbortSignal): Promise<void> {
    return this.#work.answer(signal, async () => {
      if (componentId !== this.#sled.id) throw new PlatformError('gone', `There is no sled ${componentId}`)
      throw new PlatformError('permanent', 'The host is updated by its own operator')
    })
  }
}

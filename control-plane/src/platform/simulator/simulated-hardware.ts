import type { Baseboard, Hardware, Inventory, Release, SledHardware } from '../interface/hardware.ts'
import { PlatformError } from '../interface/platform-error.ts'
import { deliveredInventory, disksOf, type HardwareCounts, sledAt } from './inventory.ts'
import type { World } from './world.ts'

type SledKey = Pick<Baseboard, 'part' | 'serial'>

/** The share that is free where a fault leaves little. */
const LITTLE_FREE = 0.1
const SIMULATED_PROBLEM = 'Layers of disks are not merged or shortened: No space is left'

export class SimulatedHardware implements Hardware {
  readonly #world: World
  readonly #counts: HardwareCounts
  readonly #unreachable = new Set<string>()
  /** Sleds whose storage is full. */
  readonly #full = new Set<string>()
  /** Releases that this process installed, by sled or switch. */
  readonly #releases = new Map<string, string>()
  #inventory: Inventory
  /** Called when a sled becomes unreachable, or reachable again. */
  onReachable: (sledId: string, reachable: boolean) => void = () => {}

  constructor(world: World, counts: HardwareCounts) {
    this.#world = world
    this.#counts = counts
    this.#inventory = deliveredInventory(counts)
    const { effects } = world.faults
    effects.sled_unreachable = {
      begin: () => this.#checkReachable(),
      end: () => this.#checkReachable(),
    }
    effects.sled_storage_full = { begin: () => this.#checkStorage(), end: () => this.#checkStorage() }
    effects.physical_disk_fail = { begin: ({ target }) => this.#failDisk(target), end: () => {} }
  }

  inventory(signal?: AbortSignal): Promise<Inventory> {
    const world = this.#world
    return world.answer(signal, async () => {
      const sleds = this.#inventory.sleds.map((sled) => ({
        ...sled,
        ...(sled.storageBytes !== undefined && this.#storage(sled.id, sled.storageBytes)),
        ...(world.faults.applies('sled_storage_problem', sled.id) && { storageProblem: SIMULATED_PROBLEM }),
        reachable: !this.#unreachable.has(sled.id),
      }))
      return { ...this.#inventory, sleds }
    })
  }

  #checkStorage(): void {
    for (const { id, storageBytes } of this.#inventory.sleds) {
      const full = storageBytes !== undefined && this.#storage(id, storageBytes).freeStorageBytes === 0
      if (full === this.#full.has(id)) continue
      if (full) this.#full.add(id)
      else this.#full.delete(id)
      this.#world.emit({ kind: 'sled-storage', sledId: id, full })
    }
  }

  /** Full storage holds only files of others. */
  #storage(sledId: string, bytes: number) {
    const { faults } = this.#world
    if (faults.applies('sled_storage_full', sledId)) return { storageBytes: 0, freeStorageBytes: 0 }
    const isLow = faults.applies('sled_storage_low', sledId)
    return { storageBytes: bytes, freeStorageBytes: isLow ? Math.floor(bytes * LITTLE_FREE) : bytes }
  }

  /** All hardware, also what is not in service. */
  installed(): Inventory {
    return this.#inventory
  }

  ensureSled(id: string, key: SledKey, signal?: AbortSignal): Promise<SledHardware> {
    return this.#world.enqueue(id, 'ensure', signal, async () => {
      const existing = this.#inventory.sleds.find((sled) => sled.id === id)
      if (existing) return existing
      this.#uninitialized(key)
      await this.#world.clock.sleep(this.#world.timings.sled)
      const sled = this.adopt(id, key)
      this.#world.emit({ kind: 'sled-added', sled })
      return sled
    })
  }

  /** Installs nothing: the artifacts are not read. */
  ensureRelease(componentId: string, { version }: Release, signal?: AbortSignal, order?: number): Promise<void> {
    return this.#world.change(componentId, order, `release ${version}`, signal, async () => {
      this.#requireComponent(componentId)
      if (this.#releases.get(componentId) === version) return
      await this.#world.clock.sleep(this.#world.timings.release)
      this.#requireComponent(componentId)
      this.#releases.set(componentId, version)
    })
  }

  /** Adds an uninitialized sled to the system at once, unless it was added already. */
  adopt(id: string, key: SledKey): SledHardware {
    const present = this.#inventory.sleds.find((sled) => sled.id === id)
    if (present) return present
    const seen = this.#uninitialized(key)
    const sled = sledAt(seen.cubby, id, false, this.#counts)
    this.#inventory = {
      ...this.#inventory,
      sleds: [...this.#inventory.sleds, sled],
      physicalDisks: [...this.#inventory.physicalDisks, ...disksOf(sled, this.#counts)],
      uninitializedSleds: this.#inventory.uninitializedSleds.filter((other) => other !== seen),
    }
    return sled
  }

  /** A sled leaves for good, with its disks. The leases of its machines are not renewed. */
  removeSled(id: string): void {
    this.#unreachable.add(id)
    this.#inventory = {
      ...this.#inventory,
      sleds: this.#inventory.sleds.filter((sled) => sled.id !== id),
      physicalDisks: this.#inventory.physicalDisks.filter(({ sledId }) => sledId !== id),
    }
    this.#world.emit({ kind: 'sled-removed', sledId: id })
    this.onReachable(id, false)
  }

  removeDisk(id: string): void {
    const disk = this.#inventory.physicalDisks.find((other) => other.id === id)
    if (!disk) return
    const physicalDisks = this.#inventory.physicalDisks.filter((other) => other !== disk)
    this.#inventory = { ...this.#inventory, physicalDisks }
    this.#world.emit({ kind: 'physical-disk-removed', physicalDiskId: id, sledId: disk.sledId })
  }

  reachableSleds(): SledHardware[] {
    return this.#inventory.sleds.filter((sled) => !sled.expunged && !this.#unreachable.has(sled.id))
  }

  isReachable(id: string): boolean {
    return !this.#unreachable.has(id)
  }

  /** A sled to run machines on. @throws `permanent` when it does not exist, `transient` while it is unreachable */
  sled(id: string): SledHardware {
    const sled = this.#inventory.sleds.find((other) => other.id === id)
    if (this.#unreachable.has(id)) throw new PlatformError('transient', `Sled ${id} cannot be reached`)
    if (!sled) throw new PlatformError('permanent', `There is no sled ${id}`)
    return sled
  }

  #requireComponent(id: string): void {
    const { sleds, switches } = this.#inventory
    if (![...sleds, ...switches].some((component) => component.id === id))
      throw new PlatformError('gone', `There is no sled or switch ${id}`)
    if (this.#unreachable.has(id)) throw new PlatformError('transient', `Sled ${id} cannot be reached`)
  }

  #uninitialized({ part, serial }: SledKey) {
    const seen = this.#inventory.uninitializedSleds.find(
      ({ baseboard }) => baseboard.part === part && baseboard.serial === serial,
    )
    if (!seen) throw new PlatformError('gone', `No uninitialized sled has part ${part} and serial ${serial}`)
    return seen
  }

  /** A sled is reachable again when all its faults have ended. */
  #checkReachable(): void {
    for (const { id, expunged } of this.#inventory.sleds) {
      const reachable = expunged || !this.#world.faults.applies('sled_unreachable', id)
      if (reachable === !this.#unreachable.has(id)) continue
      if (reachable) this.#unreachable.delete(id)
      else this.#unreachable.add(id)
      this.#world.emit({ kind: reachable ? 'sled-reachable' : 'sled-unreachable', sledId: id })
      this.onReachable(id, reachable)
    }
  }

  /** A failed disk stays expunged after the fault has ended. */
  #failDisk(target: string): void {
    const failing = this.#inventory.physicalDisks.filter(
      ({ id, expunged }) => !expunged && (target === id || target === '*'),
    )
    const physicalDisks = this.#inventory.physicalDisks.map((disk) =>
      failing.includes(disk) ? { ...disk, expunged: true } : disk,
    )
    this.#inventory = { ...this.#inventory, physicalDisks }
    for (const { id, sledId } of failing) this.#world.emit({ kind: 'physical-disk-failed', physicalDiskId: id, sledId })
  }
}

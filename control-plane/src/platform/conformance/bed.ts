import { assert, expect, test } from 'vitest'
import type { InstanceSpec, ListedInstance, RunningInstance } from '../interface/instances.ts'
import { PlatformError, type PlatformErrorKind } from '../interface/platform-error.ts'
import type { DesiredState, Platform, PlatformEvent } from '../interface/platform.ts'
import type { ImageSpec, SnapshotSpec, VolumeSource, VolumeSpec } from '../interface/volumes.ts'
import { instanceSpec, newId, NOTHING, volumeSpec } from './declared.ts'
import type { PlatformUnderTest, Site } from './platform-under-test.ts'

const POLL_MS = 5

/** A run without its lease, which is renewed all the time. */
export type Run = Omit<RunningInstance, 'leaseExpires'>
const runOf = ({ runId, bootedAt, sledId }: RunningInstance): Run => ({ runId, bootedAt, sledId })

/** A site for one test, with what the test has created there, and the events that came. */
export class Bed {
  readonly under: PlatformUnderTest
  readonly site: Site
  /** The desired state that a database would hold: `restart` restores it. */
  desired: DesiredState = NOTHING
  readonly events: PlatformEvent[] = []
  /** Stops collecting `events`. */
  unsubscribe = () => {}

  private constructor(under: PlatformUnderTest, site: Site) {
    this.under = under
    this.site = site
  }

  static async open(under: PlatformUnderTest): Promise<Bed> {
    const bed = new Bed(under, await under.open())
    await bed.#begin()
    return bed
  }

  get platform(): Platform {
    return this.site.platform
  }

  /** Ends the process and begins another, which is told what exists. */
  async restart(end: 'closed' | 'killed'): Promise<void> {
    await this.site.restart(end)
    await this.#begin()
  }

  async #begin(): Promise<void> {
    this.unsubscribe = this.platform.subscribe(async (event) => void this.events.push(event))
    await this.platform.restore(this.desired)
  }

  /** Waits until `probe` returns what `matcher` expects. */
  eventually<T>(probe: () => T) {
    return expect.poll(probe, { timeout: this.under.limitMs, interval: POLL_MS })
  }

  /** Waits for an event of that kind about a resource, and returns it. */
  async event<Kind extends PlatformEvent['kind']>(kind: Kind, about: string) {
    const find = () => this.eventsOf(about).find((event) => event.kind === kind)
    await this.eventually(find).toBeDefined()
    return find() as Extract<PlatformEvent, { kind: Kind }>
  }

  /** The events that name a resource, in the order of their arrival. */
  eventsOf(about: string): PlatformEvent[] {
    return this.events.filter((event) => Object.values('sled' in event ? event.sled : event).includes(about))
  }

  async reachableSledIds(): Promise<string[]> {
    const { sleds } = await this.platform.hardware.inventory()
    return sleds.filter(({ expunged, reachable }) => reachable && !expunged).map(({ id }) => id)
  }

  /** The listed run of a machine, if it runs. */
  async listed(instanceId: string): Promise<(Run & Pick<ListedInstance, 'instanceId' | 'repairing'>)[]> {
    const { instances } = await this.platform.instances.list()
    const own = instances.filter((one) => one.instanceId === instanceId)
    return own.map((one) => ({ instanceId, ...runOf(one), repairing: one.repairing }))
  }

  /** Creates a volume; `restart` keeps it. */
  async volume(source: VolumeSource = { kind: 'blank' }): Promise<VolumeSpec> {
    const spec = volumeSpec(newId(), source)
    await this.platform.volumes.ensureVolume(spec)
    this.keepVolume(spec)
    return spec
  }

  /** Creates a finalized volume with these bytes at its start. */
  async volumeOf(bytes: Uint8Array): Promise<VolumeSpec> {
    const { volumes } = this.platform
    const spec = await this.volume({ kind: 'import' })
    await volumes.write(spec.id, 1, 0, bytes)
    await volumes.finalizeImport(spec.id)
    this.keepVolume(spec, true)
    return spec
  }

  async snapshot(volumeId: string): Promise<SnapshotSpec> {
    const spec = { id: newId(), volumeId }
    await this.platform.volumes.ensureSnapshot(spec)
    const { sizeBytes } = volumeSpec()
    this.desired = { ...this.desired, snapshots: [...this.desired.snapshots, { ...spec, sizeBytes }] }
    return spec
  }

  async image(snapshotId: string): Promise<ImageSpec> {
    const spec = imageSpec(snapshotId)
    await this.platform.volumes.ensureImage(spec)
    this.desired = { ...this.desired, images: [...this.desired.images, spec] }
    return spec
  }

  keepVolume(spec: VolumeSpec, finalized = spec.source.kind !== 'import', attachedTo: string | null = null): void {
    const others = this.desired.volumes.filter(({ id }) => id !== spec.id)
    this.desired = { ...this.desired, volumes: [...others, { ...spec, finalized, attachedTo }] }
  }

  /** The specification of a new machine, with a volume that it boots from. */
  async machineSpec(): Promise<InstanceSpec> {
    const [sledId] = await this.reachableSledIds()
    assert(sledId, 'No sled can run machines')
    const [id, boot] = [newId(), await this.site.createBootVolume(newId())]
    await this.platform.volumes.ensureAttached(boot.id, id)
    this.keepVolume(boot, true, id)
    await this.platform.instances.prepare(id)
    return instanceSpec(id, sledId, [{ id: boot.id, name: 'boot', boot: true }])
  }

  /** A new machine that runs. */
  async machine(): Promise<{ spec: InstanceSpec; running: Run }> {
    const spec = await this.machineSpec()
    const running = await this.start(spec)
    this.keepMachine(spec, running)
    return { spec, running }
  }

  start = async (spec: InstanceSpec): Promise<Run> => runOf(await this.platform.instances.start(spec))

  reboot = async (id: string, request: string): Promise<Run> => runOf(await this.platform.instances.reboot(id, request))

  keepMachine(spec: InstanceSpec, run: Run | null): void {
    const others = this.desired.instances.filter((one) => one.spec.id !== spec.id)
    this.desired = { ...this.desired, instances: [...others, { spec, run }] }
  }
}

export const imageSpec = (snapshotId: string): ImageSpec => {
  const { sizeBytes, blockSize } = volumeSpec()
  return { id: newId(), sizeBytes, blockSize, source: { kind: 'snapshot', id: snapshotId } }
}

/** Defines a test on a site of its own. */
export const onSite =
  (under: PlatformUnderTest) =>
  (name: string, body: (bed: Bed) => Promise<void>): void => {
    if (under.runs && !under.runs(name)) return
    // oxlint-disable-next-line vitest/expect-expect -- The body has the assertions.
    test(`${name}`, { timeout: under.limitMs }, async () => {
      const bed = await Bed.open(under)
      try {
        await body(bed)
      } finally {
        await bed.site.dispose()
      }
    })
  }

/** Expects that a call rejects with a PlatformError of that kind. */
export async function rejects(call: Promise<unknown>, kind: PlatformErrorKind): Promise<void> {
  const error = await call.then(
    (value) => assert.fail(`It resolved with ${JSON.stringify(value)} instead of rejecting with ${kind}`),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(PlatformError)
  expect(error).toMatchObject({ kind })
}

import type { PlatformErrorKind } from '../interface/platform-error.ts'
import { type Bed, imageSpec } from './bed.ts'
import { instanceSpec, newId, release, volumeSpec } from './declared.ts'

export interface UnknownId {
  name: string
  call(bed: Bed): Promise<unknown>
  /** Without: the call has nothing to do. */
  kind?: PlatformErrorKind
}

const sled = async (bed: Bed) => (await bed.reachableSledIds())[0]!
const bytes = new Uint8Array(512)

/** Calls about what does not exist: those that end something have nothing to do, the others reject. */
export const unknownIds: readonly UnknownId[] = [
  {
    name: 'instances.start, with a volume',
    call: async (bed) => {
      const volume = { id: newId(), name: 'boot', boot: true }
      return bed.platform.instances.start(instanceSpec(newId(), await sled(bed), [volume]))
    },
    kind: 'gone',
  },
  {
    name: 'instances.start, on a sled',
    call: async (bed) => bed.platform.instances.start({ ...(await bed.machineSpec()), sledId: newId() }),
    kind: 'permanent',
  },
  { name: 'instances.stop', call: ({ platform }) => platform.instances.stop(newId()) },
  { name: 'instances.powerOff', call: ({ platform }) => platform.instances.powerOff(newId()) },
  { name: 'instances.stopRun', call: ({ platform }) => platform.instances.stopRun(newId(), newId()) },
  { name: 'instances.reboot', call: ({ platform }) => platform.instances.reboot(newId(), newId()), kind: 'gone' },
  {
    name: 'instances.migrate',
    call: async (bed) => bed.platform.instances.migrate(newId(), await sled(bed)),
    kind: 'gone',
  },
  { name: 'instances.release', call: ({ platform }) => platform.instances.release(newId()) },
  {
    name: 'serial.open',
    call: ({ platform }) => platform.instances.serial.open(newId(), { fromStart: 0 }),
    kind: 'gone',
  },
  {
    name: 'volumes.ensureVolume, from a snapshot',
    call: ({ platform }) => platform.volumes.ensureVolume(volumeSpec(newId(), { kind: 'snapshot', id: newId() })),
    kind: 'gone',
  },
  {
    name: 'volumes.ensureVolume, from an image',
    call: ({ platform }) => platform.volumes.ensureVolume(volumeSpec(newId(), { kind: 'image', id: newId() })),
    kind: 'gone',
  },
  { name: 'volumes.deleteVolume', call: ({ platform }) => platform.volumes.deleteVolume(newId()) },
  { name: 'volumes.write', call: ({ platform }) => platform.volumes.write(newId(), 1, 0, bytes), kind: 'gone' },
  { name: 'volumes.endWrites', call: ({ platform }) => platform.volumes.endWrites(newId(), 1) },
  { name: 'volumes.read', call: ({ platform }) => platform.volumes.read(newId(), 0, 512), kind: 'gone' },
  { name: 'volumes.finalizeImport', call: ({ platform }) => platform.volumes.finalizeImport(newId()), kind: 'gone' },
  {
    name: 'volumes.ensureSnapshot',
    call: ({ platform }) => platform.volumes.ensureSnapshot({ id: newId(), volumeId: newId() }),
    kind: 'gone',
  },
  { name: 'volumes.deleteSnapshot', call: ({ platform }) => platform.volumes.deleteSnapshot(newId()) },
  {
    name: 'volumes.ensureImage',
    call: ({ platform }) => platform.volumes.ensureImage(imageSpec(newId())),
    kind: 'gone',
  },
  { name: 'volumes.deleteImage', call: ({ platform }) => platform.volumes.deleteImage(newId()) },
  {
    name: 'volumes.ensureAttached',
    call: ({ platform }) => platform.volumes.ensureAttached(newId(), newId()),
    kind: 'gone',
  },
  { name: 'volumes.ensureDetached', call: ({ platform }) => platform.volumes.ensureDetached(newId(), newId()) },
  { name: 'networks.deleteVpc', call: ({ platform }) => platform.networks.deleteVpc(newId()) },
  {
    name: 'hardware.ensureSled',
    call: ({ platform }) => platform.hardware.ensureSled(newId(), { part: 'NONE', serial: 'NONE' }),
    kind: 'gone',
  },
  {
    name: 'hardware.ensureRelease',
    call: ({ platform }) => platform.hardware.ensureRelease(newId(), release('2.0.0')),
    kind: 'gone',
  },
  { name: 'systemNetwork.port', call: ({ platform }) => platform.systemNetwork.port(newId()) },
]

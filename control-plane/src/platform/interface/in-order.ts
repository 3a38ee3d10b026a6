import type { Hardware } from './hardware.ts'
import type { Instances } from './instances.ts'
import type { Networks } from './networks.ts'
import { NO_SAGA } from './orders.ts'
import type { Platform } from './platform.ts'
import type { Volumes } from './volumes.ts'

/** The parts of a platform that sagas use. */
export interface OrderedPlatform extends Pick<Platform, 'systemNetwork' | 'diagnostics' | 'capabilities'> {
  readonly hardware: Pick<Hardware, 'inventory' | 'ensureSled' | 'ensureRelease'>
  readonly volumes: Omit<Volumes, 'list' | 'write'>
  readonly instances: Pick<
    Instances,
    'prepare' | 'start' | 'stop' | 'powerOff' | 'stopRun' | 'reboot' | 'migrate' | 'release'
  >
  readonly networks: Pick<Networks, 'ensureVpc' | 'deleteVpc'>
  readonly settle: Platform['settle']
}

/** Adds its order to each call of a saga. */
export function inOrder(platform: Platform, order: number): OrderedPlatform {
  const { hardware, volumes, instances, networks, systemNetwork, diagnostics, capabilities } = platform
  return {
    systemNetwork,
    diagnostics,
    capabilities,
    hardware: {
      inventory: (signal) => hardware.inventory(signal),
      ensureSled: (id, sled, signal) => hardware.ensureSled(id, sled, signal),
      ensureRelease: (id, release, signal) => hardware.ensureRelease(id, release, signal, order),
    },
    volumes: {
      read: (id, offset, length, signal) => volumes.read(id, offset, length, signal),
      endWrites: (id, generation) => volumes.endWrites(id, generation),
      ensureVolume: (spec, signal) => volumes.ensureVolume(spec, signal, order),
      deleteVolume: (id, signal) => volumes.deleteVolume(id, signal, order),
      finalizeImport: (id, signal) => volumes.finalizeImport(id, signal, order),
      ensureSnapshot: (spec, signal) => volumes.ensureSnapshot(spec, signal, order),
      deleteSnapshot: (id, signal) => volumes.deleteSnapshot(id, signal, order),
      // Images without content belong to no saga: the first disk of them makes them, in no order with others.
      ensureImage: (spec, signal) => volumes.ensureImage(spec, signal, spec.source.kind === 'empty' ? NO_SAGA : order),
      deleteImage: (id, signal) => volumes.deleteImage(id, signal, order),
      ensureAttached: (id, instanceId, signal) => volumes.ensureAttached(id, instanceId, signal, order),
      ensureDetached: (id, instanceId, signal) => volumes.ensureDetached(id, instanceId, signal, order),
    },
    instances: {
      prepare: (id, signal) => instances.prepare(id, signal, order),
      start: (spec, signal) => instances.start(spec, signal, order),
      stop: (id, signal) => instances.stop(id, signal, order),
      powerOff: (id, signal) => instances.powerOff(id, signal, order),
      stopRun: (id, runId, signal) => instances.stopRun(id, runId, signal, order),
      reboot: (id, request, signal) => instances.reboot(id, request, signal, order),
      migrate: (id, sledId, signal) => instances.migrate(id, sledId, signal, order),
      release: (id, signal) => instances.release(id, signal, order),
    },
    networks: {
      ensureVpc: (document, signal) => networks.ensureVpc(document, signal, order),
      deleteVpc: (id, signal) => networks.deleteVpc(id, signal, order),
    },
    settle: (id, signal) => platform.settle(id, signal, order),
  }
}

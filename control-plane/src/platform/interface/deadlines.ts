import type { BoundedCalls } from '../../clock/bounded-calls.ts'
import type { Diagnostics } from './diagnostics.ts'
import type { Hardware } from './hardware.ts'
import type { Displays, Guests, Instances, SerialConsoles } from './instances.ts'
import type { Networks } from './networks.ts'
import type { Platform } from './platform.ts'
import type { Samples } from './samples.ts'
import type { SystemNetwork } from './system-network.ts'
import type { Volumes, VolumeSpec } from './volumes.ts'

/** Reads that a user waits for. */
const QUERY_MS = 5_000
/** Samples are computed on request; lists of all storage and networks are long. */
const SAMPLES_MS = 30_000
/** Changes that copy no data. */
const CHANGE_MS = 60_000
/** Starting and stopping machines, adding sleds, collecting logs. */
const MACHINE_MS = 10 * 60_000
/** Copying volumes, migrating machines, installing releases. */
const COPY_MS = 2 * 3_600_000

/** Id of the resource that a call concerns, if it is a single one. */
type Subject = string | undefined

/**
 * Wraps a platform with a deadline per call. A call that misses it rejects as `transient`; its signal aborts and a late
 * answer is ignored.
 */
export function withDeadlines(platform: Platform, calls: BoundedCalls): Platform {
  const within =
    (ms: number) =>
    <T>(kind: string, subject: Subject, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>) =>
      calls.run({ kind, ms, signal, ...(subject !== undefined && { subject }) }, work)
  const bounded: Within = {
    query: within(QUERY_MS),
    samples: within(SAMPLES_MS),
    change: within(CHANGE_MS),
    machine: within(MACHINE_MS),
    copy: within(COPY_MS),
  }
  return {
    capabilities: platform.capabilities,
    faults: platform.faults,
    hardware: hardware(platform.hardware, bounded),
    volumes: volumes(platform.volumes, bounded),
    instances: instances(platform.instances, bounded),
    networks: networks(platform.networks, bounded),
    systemNetwork: systemNetwork(platform.systemNetwork, bounded),
    samples: samples(platform.samples, bounded),
    diagnostics: diagnostics(platform.diagnostics, bounded),
    subscribe: (listener) => platform.subscribe(listener),
    restore: (desired, signal) => bounded.machine('restore', undefined, signal, (s) => platform.restore(desired, s)),
    settle: (id, signal, order) => bounded.change('settle', id, signal, (s) => platform.settle(id, s, order)),
    check: (signal) => bounded.query('check', undefined, signal, (s) => platform.check(s)),
    close: () => bounded.query('close', undefined, undefined, () => platform.close()),
  }
}

type BoundedCall = <T>(
  kind: string,
  subject: Subject,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
) => Promise<T>
type Within = Record<'query' | 'samples' | 'change' | 'machine' | 'copy', BoundedCall>

const hardware = (part: Hardware, { query, machine, copy }: Within): Hardware => ({
  inventory: (signal) => query('hardware.inventory', undefined, signal, (s) => part.inventory(s)),
  ensureSled: (id, sled, signal) => machine('hardware.ensureSled', id, signal, (s) => part.ensureSled(id, sled, s)),
  ensureRelease: (id, release, signal, order) =>
    copy('hardware.ensureRelease', id, signal, (s) => part.ensureRelease(id, release, s, order)),
})

const isCopy = ({ source: { kind } }: VolumeSpec): boolean => kind === 'snapshot' || kind === 'image'

const volumes = (part: Volumes, { samples: listing, change, copy }: Within): Volumes => ({
  list: (signal) => listing('volumes.list', undefined, signal, (s) => part.list(s)),
  ensureVolume: (spec, signal, order) =>
    (isCopy(spec) ? copy : change)('volumes.ensureVolume', spec.id, signal, (s) => part.ensureVolume(spec, s, order)),
  deleteVolume: (id, signal, order) =>
    change('volumes.deleteVolume', id, signal, (s) => part.deleteVolume(id, s, order)),
  write: (id, generation, offset, bytes, signal) =>
    change('volumes.write', id, signal, (s) => part.write(id, generation, offset, bytes, s)),
  endWrites: (id, generation) => change('volumes.endWrites', id, undefined, () => part.endWrites(id, generation)),
  read: (id, offset, length, signal) => change('volumes.read', id, signal, (s) => part.read(id, offset, length, s)),
  finalizeImport: (id, signal, order) =>
    copy('volumes.finalizeImport', id, signal, (s) => part.finalizeImport(id, s, order)),
  ensureSnapshot: (spec, signal, order) =>
    copy('volumes.ensureSnapshot', spec.id, signal, (s) => part.ensureSnapshot(spec, s, order)),
  deleteSnapshot: (id, signal, order) =>
    change('volumes.deleteSnapshot', id, signal, (s) => part.deleteSnapshot(id, s, order)),
  ensureImage: (spec, signal, order) =>
    copy('volumes.ensureImage', spec.id, signal, (s) => part.ensureImage(spec, s, order)),
  deleteImage: (id, signal, order) => change('volumes.deleteImage', id, signal, (s) => part.deleteImage(id, s, order)),
  ensureAttached: (id, instance, signal, order) =>
    change('volumes.ensureAttached', id, signal, (s) => part.ensureAttached(id, instance, s, order)),
  ensureDetached: (id, instance, signal, order) =>
    change('volumes.ensureDetached', id, signal, (s) => part.ensureDetached(id, instance, s, order)),
})

const instances = (part: Instances, bounded: Within): Instances => {
  const { query, change, machine, copy } = bounded
  return {
    prepare: (id, signal, order) => change('instances.prepare', id, signal, (s) => part.prepare(id, s, order)),
    start: (spec, signal, order) => machine('instances.start', spec.id, signal, (s) => part.start(spec, s, order)),
    stop: (id, signal, order) => machine('instances.stop', id, signal, (s) => part.stop(id, s, order)),
    powerOff: (id, signal, order) => machine('instances.powerOff', id, signal, (s) => part.powerOff(id, s, order)),
    stopRun: (id, run, signal, order) =>
      machine('instances.stopRun', id, signal, (s) => part.stopRun(id, run, s, order)),
    list: (signal) => query('instances.list', undefined, signal, (s) => part.list(s)),
    reboot: (id, request, signal, order) =>
      machine('instances.reboot', id, signal, (s) => part.reboot(id, request, s, order)),
    migrate: (id, sled, signal, order) =>
      copy('instances.migrate', id, signal, (s) => part.migrate(id, sled, s, order)),
    release: (id, signal, order) => machine('instances.release', id, signal, (s) => part.release(id, s, order)),
    portForwards: (id) => bounded.query('portForwards', id, undefined, () => part.portForwards(id)),
    serial: serialConsoles(part.serial, bounded),
    displays: displays(part.displays, bounded),
    guests: guests(part.guests, bounded),
  }
}

const serialConsoles = (part: SerialConsoles, { query }: Within): SerialConsoles => ({
  history: (id, position, maxBytes) =>
    query('serial.history', id, undefined, () => part.history(id, position, maxBytes)),
  open: (id, position) => query('serial.open', id, undefined, () => part.open(id, position)),
})

const displays = (part: Displays, { query }: Within): Displays => ({
  open: (id) => query('displays.open', id, undefined, () => part.open(id)),
})

const guests = (part: Guests, { query }: Within): Guests => ({
  report: (id) => query('guests.report', id, undefined, () => part.report(id)),
})

const networks = (part: Networks, { samples: listing, change }: Within): Networks => ({
  list: (signal) => listing('networks.list', undefined, signal, (s) => part.list(s)),
  ensureVpc: (document, signal, order) =>
    change('networks.ensureVpc', document.id, signal, (s) => part.ensureVpc(document, s, order)),
  deleteVpc: (id, signal, order) => change('networks.deleteVpc', id, signal, (s) => part.deleteVpc(id, s, order)),
})

const systemNetwork = (part: SystemNetwork, { query, change }: Within): SystemNetwork => ({
  ensure: (document, signal) => change('systemNetwork.ensure', undefined, signal, (s) => part.ensure(document, s)),
  port: (id) => query('systemNetwork.port', id, undefined, () => part.port(id)),
  portLinks: () => query('systemNetwork.portLinks', undefined, undefined, () => part.portLinks()),
  bgpSessions: () => query('systemNetwork.bgpSessions', undefined, undefined, () => part.bgpSessions()),
  bgpHistory: (asn) => query('systemNetwork.bgpHistory', `${asn}`, undefined, () => part.bgpHistory(asn)),
  bfdSessions: () => query('systemNetwork.bfdSessions', undefined, undefined, () => part.bfdSessions()),
})

const samples = (part: Samples, within: Within): Samples => ({
  computes: (series) => part.computes(series),
  list: (query) => within.samples('samples.list', query.series, undefined, () => part.list(query)),
  read: (query, listed, progress) =>
    within.samples('samples.read', query.series, undefined, () => part.read(query, listed, progress)),
  subscribe: (report) => part.subscribe(report),
})

const diagnostics = (part: Diagnostics, { machine }: Within): Diagnostics => ({
  gather: (id, signal) => machine('diagnostics.gather', id, signal, (s) => part.gather(id, s)),
})

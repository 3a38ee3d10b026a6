import { existsSync } from 'node:fs'
import { appendFile, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { durable, DurableFiles } from '../../../../file-system/durable-files.ts'
import { withEventDates } from '../../../interface/event-dates.ts'
import type { InstanceSpec, MachineRun } from '../../../interface/instances.ts'
import type { InstanceChange } from '../../../interface/platform.ts'
import { parseOwn } from '../../base/own-json.ts'
import type { ProcessId } from '../../base/process-id.ts'
import type { MeasuredSpec } from '../../samples/measured.ts'
import { freeBeginning } from '../console/serial-log.ts'
import { machineFiles } from '../files/machine-files.ts'
import { QemuFolder } from '../files/qemu-folder.ts'
import { startedProcess } from './started-process.ts'

/** Logs of programs that outlive this process. */
const LOGS = ['qemuLog', 'networkLog'] as const

/** Without its state a machine counts as stopped, and may be started beside its process. */
const REMEDY = 'restore it from a backup, or end the QEMU that runs in the folder qemu beside it and delete the file'

/** A change that the machine's file keeps until a listener has stored it. */
export type MachineEvent = InstanceChange & { id: string }

const processId = z.object({ pid: z.number().int().positive(), startTime: z.number() })

const run = z.object({
  runId: z.string(),
  bootedAt: z.coerce.date(),
  /** Start of its process, which a reboot keeps. */
  startedAt: z.coerce.date(),
  sledId: z.string(),
  memoryBytes: z.number(),
  /** The volumes that its process has open. */
  volumeIds: z.array(z.string()),
  /** User of its process; null for the server's own user. */
  user: z.number().nullable(),
  /** Port on the host's loopback that leads to its SSH server, if one does. */
  sshPort: z.int().nullable(),
  /** Null until its process is started. */
  process: startedProcess.nullable(),
  /** Process that connects it to its network. Null without one, and after it was lost. */
  network: processId.nullable(),
  /** Reason why it does not execute. */
  condition: z.object({ kind: z.literal('storage_full'), since: z.coerce.date(), detail: z.string() }).nullable(),
})
export type StoredRun = z.output<typeof run>

const startedRun = run.pick({ runId: true, bootedAt: true, sledId: true })
export type StartedRun = z.output<typeof startedRun>

const storedSpec = z.object({
  id: z.string(),
  projectId: z.string(),
  siloId: z.string(),
  ncpus: z.int().positive(),
  volumes: z.array(z.object({ id: z.string(), name: z.string(), boot: z.boolean() })),
  nics: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      mac: z.string(),
      ip: z.string(),
      prefixLength: z.number(),
      primary: z.boolean(),
    }),
  ),
})

const stored = z.object({
  version: z.literal(1),
  run: run.nullable(),
  /**
   * `starting`: no instruction was executed yet. `ending`: its end was requested. `rebooting`: a reboot was requested,
   * and nothing has executed since the machine was reset for it, if it was.
   */
  phase: z.enum(['starting', 'running', 'ending', 'rebooting']),
  rebootRequest: z.string().nullable(),
  /** Requests whose reboots are done. */
  requests: z.array(z.string()),
  /** Runs that a reboot ended, since the machine was started. */
  earlierRuns: z.array(z.string()),
  /** The latest successful start, with its order. */
  started: z.object({ order: z.number(), run: startedRun }).nullable(),
  /** Events that no listener has stored yet, oldest first. */
  events: z.array(
    z.custom<MachineEvent>((value) => z.object({ id: z.string(), kind: z.string() }).safeParse(value).success),
  ),
})
export type MachineState = Omit<z.output<typeof stored>, 'version'>

export const newRun = () => ({ runId: crypto.randomUUID(), bootedAt: new Date(), condition: null })
/** Resources of the host that a running machine occupies. */
export const heldBy = ({ sledId, memoryBytes, volumes }: InstanceSpec) => ({
  sledId,
  memoryBytes,
  volumeIds: volumes.map(({ id }) => id),
})
export const runOf = ({ runId, bootedAt }: MachineRun): MachineRun => ({ runId, bootedAt })

const MAX_MESSAGE_BYTES = 16 * 1024

/** Maximum number of past reboots that a machine's state keeps. */
export const MAX_KEPT = 1000

export const stateOfStopped = (): MachineState => ({
  run: null,
  phase: 'running',
  rebootRequest: null,
  requests: [],
  earlierRuns: [],
  started: null,
  events: [],
})

/** A machine's folder: all that a later process needs to take it over. */
export class MachineFolder {
  readonly path: string
  /** The subfolder where its QEMU runs. */
  readonly qemu: QemuFolder

  constructor(path: string) {
    this.path = path
    this.qemu = new QemuFolder(path)
  }

  file(name: keyof typeof machineFiles): string {
    return join(this.path, machineFiles[name])
  }

  async create(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 })
    for (const log of LOGS) await appendFile(this.file(log), '', { mode: 0o600 })
  }

  async writeSpec({ userData, ...rest }: InstanceSpec): Promise<void> {
    await durable(this.file('spec'), JSON.stringify({ ...rest, userData: Buffer.from(userData).toString('base64') }))
  }

  /** Parts of the last started specification that name the machine's series; undefined if the file is damaged. */
  async readSpec(): Promise<MeasuredSpec | undefined> {
    const text = await readFile(this.file('spec'), 'utf8').catch(() => '')
    try {
      return storedSpec.parse(JSON.parse(text))
    } catch {
      return undefined
    }
  }

  /** The stored state. @throws `permanent` if it is damaged */
  async readState(): Promise<MachineState> {
    let text: string
    try {
      text = await readFile(this.file('run'), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return stateOfStopped()
      throw error
    }
    const { version: _, events, ...state } = parseOwn(stored, text, this.file('run'), REMEDY)
    return { ...state, events: events.map(withEventDates) }
  }

  /** Stores the state. Resolves once it is durable. */
  async writeState(state: MachineState, file: 'run' | 'nextRun' = 'run'): Promise<void> {
    const { requests, earlierRuns } = state
    const kept = { requests: requests.slice(-MAX_KEPT), earlierRuns: earlierRuns.slice(-MAX_KEPT) }
    await durable(this.file(file), JSON.stringify({ version: 1, ...state, ...kept }))
  }

  get hasNextState(): boolean {
    return existsSync(this.file('nextRun'))
  }

  /** Replaces the stored state by the one in `nextRun`, which takes no space. */
  async beginNextState(): Promise<MachineState> {
    await new DurableFiles().publish(this.file('nextRun'), this.file('run'))
    return this.readState()
  }

  /** The end of a log, which may be long. */
  async messages(log: (typeof LOGS)[number]): Promise<string> {
    try {
      await using file = await open(this.file(log))
      const { size } = await file.stat()
      const { buffer, bytesRead } = await file.read({
        buffer: Buffer.alloc(MAX_MESSAGE_BYTES),
        position: Math.max(0, size - MAX_MESSAGE_BYTES),
      })
      return buffer.toString('utf8', 0, bytesRead)
    } catch {
      return ''
    }
  }

  /** Frees the space of the logs except their ends. */
  async freeMessages(): Promise<void> {
    for (const log of LOGS) await freeBeginning(this.file(log)).catch(() => {})
  }

  async writeNetworkProcess(network: ProcessId): Promise<void> {
    await durable(this.file('networkProcess'), JSON.stringify(network))
  }

  /** The process that connects it to its network; null without one. */
  async readNetworkProcess(): Promise<ProcessId | null> {
    const text = await readFile(this.file('networkProcess'), 'utf8').catch(() => 'null')
    return processId.nullable().parse(JSON.parse(text))
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true })
  }
}

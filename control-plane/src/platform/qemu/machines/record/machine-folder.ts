import { existsSync } from 'node:fs'
import { appendFile, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { durable, DurableFiles } from '../../../../file-system/durable-files.ts'
import { withEventDates } from '../../../interface/event-dates.ts'
import type { InstanceSpec } from '../../../interface/instances.ts'
import { freeBeginning } from '../../base/growing-log.ts'
import { parseOwn } from '../../base/own-json.ts'
import type { ProcessId } from '../../base/process-id.ts'
import { machineFiles } from '../files/machine-files.ts'
import { QemuFolder } from '../files/qemu-folder.ts'
import { MAX_KEPT, type MachineState, processId, stateOfStopped, storedState } from './machine-state.ts'

/** Logs of programs that outlive this process. */
const LOGS = ['qemuLog', 'networkLog'] as const
/** Maximum length of the end of a log that is read. */
const LOG_END_BYTES = 16 * 1024
/** Without its state a machine counts as stopped, and may be started beside its process. */
const STATE_REMEDY =
  'restore it from a backup, or end the QEMU that runs in the folder qemu beside it and delete the file'

/** The parts of a specification that name the series of a machine. */
export type MeasuredSpec = Pick<InstanceSpec, 'id' | 'projectId' | 'siloId' | 'ncpus' | 'volumes' | 'nics'>

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
    const { version: _, events, ...state } = parseOwn(storedState, text, this.file('run'), STATE_REMEDY)
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
        buffer: Buffer.alloc(LOG_END_BYTES),
        position: Math.max(0, size - LOG_END_BYTES),
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

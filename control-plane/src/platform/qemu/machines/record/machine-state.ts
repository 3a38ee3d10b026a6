import * as z from 'zod'
import type { InstanceSpec, MachineRun } from '../../../interface/instances.ts'
import type { InstanceChange } from '../../../interface/platform.ts'
import { startedProcess } from './started-process.ts'

/** A change that the machine's file keeps until a listener has stored it. */
export type MachineEvent = InstanceChange & { id: string }

export const processId = z.object({ pid: z.number().int().positive(), startTime: z.number() })

const storedRun = z.object({
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
export type StoredRun = z.output<typeof storedRun>

const startedRun = storedRun.pick({ runId: true, bootedAt: true, sledId: true })
export type StartedRun = z.output<typeof startedRun>

/** Content of the file that keeps it. */
export const storedState = z.object({
  version: z.literal(1),
  run: storedRun.nullable(),
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
export type MachineState = Omit<z.output<typeof storedState>, 'version'>

export const newRun = () => ({ runId: crypto.randomUUID(), bootedAt: new Date(), condition: null })

/** Resources of the host that a running machine occupies. */
export const occupiedResources = ({ sledId, memoryBytes, volumes }: InstanceSpec) => ({
  sledId,
  memoryBytes,
  volumeIds: volumes.map(({ id }) => id),
})
export const machineRun = ({ runId, bootedAt }: MachineRun): MachineRun => ({ runId, bootedAt })

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

import * as z from 'zod'
import { type PlatformErrorKind } from '../../interface/platform-error.ts'
import { machineOrder, orderedLayer } from '../machines/order/machine-order.ts'
import { startedProcess } from '../machines/record/started-process.ts'
import { machineUser } from '../machines/users/machine-user.ts'
import { vpcSchema } from './vpc-schema.ts'

/** Maximum size of a message: far more than all networks of a host need. */
export const MAX_MESSAGE_BYTES = 128 * 2 ** 20
/** Maximum number of concurrent calls. */
export const MAX_CALLS = 256
/** Further calls wait in the caller, so it stays below the helper's limit. */
export const MAX_CALLS_OF_CLIENT = 64

/** Names of files of the folder of layers. */
const RAW_LAYER = /^[\da-f-]{36}\.raw$/
const DRAFT = /^[\da-f-]{36}\.raw\.draft$/

/** Without its cgroup, which the helper derives from the machine's id. */
const machineProcess = startedProcess.omit({ cgroup: true }).extend({ id: z.guid() })
const networkProblems = z.array(z.strictObject({ vpcId: z.string(), reason: z.string() }))
const done = z.null()

/** The helper's methods, with their parameters and results. */
export const methods = {
  startMachine: { parameters: machineOrder, result: startedProcess },
  findMachine: {
    parameters: z.strictObject({ id: z.guid(), runId: z.guid(), user: machineUser.nullable() }),
    result: startedProcess.nullable(),
  },
  ownsMachine: { parameters: machineProcess, result: z.boolean() },
  giveLayer: {
    parameters: z.strictObject({ id: z.guid(), user: machineUser, layer: orderedLayer }),
    result: done,
  },
  clearMachine: { parameters: z.strictObject({ id: z.guid() }), result: done },
  killMachine: { parameters: machineProcess, result: done },

  convertImage: {
    parameters: z.strictObject({
      source: z.string().regex(RAW_LAYER),
      target: z.string().regex(DRAFT),
      format: z.enum(['qcow2', 'vmdk', 'vpc']),
      sizeBytes: z.int().min(0),
    }),
    result: done,
  },
  endConversion: { parameters: z.strictObject({ target: z.string().regex(DRAFT) }), result: done },

  restoreNetworks: {
    parameters: z.array(vpcSchema).max(10_000),
    result: z.strictObject({ failed: networkProblems, kept: networkProblems }),
  },
  ensureNetwork: { parameters: vpcSchema, result: done },
  removeNetwork: { parameters: z.strictObject({ vpcId: z.guid() }), result: done },
  listNetworks: {
    parameters: z.null(),
    result: z.array(z.strictObject({ vpcId: z.guid(), generation: z.int() })).readonly(),
  },
} as const

export type Method = keyof typeof methods
export type Parameters<Name extends Method> = z.output<(typeof methods)[Name]['parameters']>
export type Result<Name extends Method> = z.output<(typeof methods)[Name]['result']>
export type Answers = { [Name in Method]: (parameters: Parameters<Name>) => Promise<Result<Name>> }

export const request = z.strictObject({
  id: z.int().min(0),
  method: z.enum(Object.keys(methods) as Method[]),
  parameters: z.unknown(),
})

const kinds = [
  'transient',
  'permanent',
  'gone',
  'no-space',
  'outdated',
  'refused',
] as const satisfies PlatformErrorKind[]
const failure = z.strictObject({ kind: z.enum(kinds).nullable(), message: z.string() })

export const response = z.union([
  z.strictObject({ id: z.int(), result: z.unknown() }),
  z.strictObject({ id: z.int(), failure }),
])
export type Response = z.output<typeof response>

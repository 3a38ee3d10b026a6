import * as z from 'zod'

/** Parts of the messages of the QEMU Machine Protocol that are used. QEMU adds fields from version to version. */
export const qmpMessage = z.union([
  z.object({ QMP: z.object({ version: z.unknown() }) }),
  z.object({
    event: z.string(),
    data: z.record(z.string(), z.unknown()).default({}),
    timestamp: z.object({ seconds: z.number(), microseconds: z.number() }),
  }),
  z.object({ id: z.number(), return: z.unknown() }),
  z.object({ id: z.number().optional(), error: z.object({ class: z.string(), desc: z.string() }) }),
])

/** The events that are used. */
export const USED_EVENTS = ['RESET', 'SHUTDOWN', 'STOP']

export type QmpEvent = Extract<z.output<typeof qmpMessage>, { event: string }>

const noResult = z.object({})
const count = z.int().nonnegative()
const latencies = z.object({ bins: z.array(count) }).optional()

/** The commands that are sent, with the shape of their results. */
export const qmpCommands = {
  qmp_capabilities: noResult,
  'query-status': z.object({ status: z.string(), running: z.boolean() }),
  cont: noResult,
  stop: noResult,
  system_powerdown: noResult,
  system_reset: noResult,
  quit: noResult,
  'query-chardev': z.array(z.object({ label: z.string(), 'frontend-open': z.boolean() })),
  'query-block': z.array(
    z.object({ qdev: z.string().optional(), inserted: z.object({ 'node-name': z.string().optional() }).optional() }),
  ),
  'query-named-block-nodes': z.array(
    z.object({ 'node-name': z.string(), drv: z.string().optional(), file: z.string().optional() }),
  ),
  'query-blockstats': z.array(
    z.object({
      qdev: z.string().optional(),
      stats: z.object({
        rd_bytes: count,
        wr_bytes: count,
        rd_operations: count,
        wr_operations: count,
        flush_operations: count,
        failed_rd_operations: count,
        failed_wr_operations: count,
        failed_flush_operations: count,
        rd_total_time_ns: count,
        wr_total_time_ns: count,
        flush_total_time_ns: count,
        rd_latency_histogram: latencies,
        wr_latency_histogram: latencies,
        flush_latency_histogram: latencies,
      }),
    }),
  ),
  'block-latency-histogram-set': noResult,
  'query-cpus-fast': z.array(z.object({ 'cpu-index': count, 'thread-id': z.int().positive() })),
  'query-jobs': z.array(z.object({ id: z.string(), status: z.string() })),
  'job-finalize': noResult,
  'job-cancel': noResult,
  'blockdev-add': noResult,
  'blockdev-del': noResult,
  'blockdev-reopen': noResult,
  'blockdev-snapshot': noResult,
  'block-stream': noResult,
  'block-commit': noResult,
} satisfies Record<string, z.ZodType>

export type QmpCommand = keyof typeof qmpCommands
export type QmpResult<Command extends QmpCommand> = z.output<(typeof qmpCommands)[Command]>

import { createHash } from 'node:crypto'
import { createServer } from 'node:net'
import { PlatformError } from '../../../interface/platform-error.ts'

/** Address of forwarded ports: only users of the host can reach them. */
export const LOOPBACK = '127.0.0.1'
/** The guest's port to which they lead. */
export const SSH_PORT = 22

/** Below the range that systems use for outgoing connections. */
const FIRST_PORT = 20_000
const MAX_PORTS = 10_000

/**
 * A port on this host's loopback that leads to a machine: the same at each start, unless another program has it.
 * @param taken ports of other machines
 */
export async function freeHostPort(machineId: string, taken: ReadonlySet<number>): Promise<number> {
  const preferred = createHash('sha256').update(machineId).digest().readUInt32BE() % MAX_PORTS
  for (let step = 0; step < MAX_PORTS; step++) {
    const port = FIRST_PORT + ((preferred + step) % MAX_PORTS)
    if (!taken.has(port) && (await isFree(port))) return port
  }
  throw new PlatformError('transient', 'This host has no free port for the machine')
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => server.close(() => resolve(true)))
  })

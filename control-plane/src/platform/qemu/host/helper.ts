import { Socket } from 'node:net'
import { dirname } from 'node:path'
import { endPrevious } from './helper-note.ts'
import type { HostSettings } from './host.ts'
import { ownHost } from './host.ts'
import { serveHost } from './serve-host.ts'

/** The socket that the server passes to the helper. */
const SERVER = 3

/**
 * The process with rights over the host: it creates networks and machines for the server that started it, over a
 * private socket, and ends with the server. Machines and networks stay.
 */
const settings = JSON.parse(process.argv[2]!) as HostSettings
// Stopping a service sends these signals to all of its processes, but the server still needs the helper then.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {})
const socket = new Socket({ fd: SERVER })
socket.on('error', () => {})
try {
  await endPrevious(settings.folder, dirname(settings.machines))
  await serveHost(socket, ownHost(settings))
} catch (error) {
  process.stderr.write(`The helper of the host ends: ${(error as Error).message}\n`)
  process.exitCode = 1
}
process.exit()

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { WebSocket } from 'ws'
import { endRealMachines } from '../../tools/test/real-machines.ts'
import { type BenchServer, startBenchServer } from './bench-server.ts'
import { GuestShell } from './guest-shell.ts'

const GIB = 2 ** 30
export const ACCELERATOR = process.env.SKERRY_ACCELERATOR ?? 'tcg'
const POLL_MS = 20
const CHUNK = 512 * 1024
const PROJECT = 'project=bench'

/** Whether the programs for real machines are there. If not, it says so. */
export function hasPrograms(): boolean {
  const has = process.env.SKERRY_TEST_MACHINES !== 'none'
  if (!has) console.log('NOT RUN  the programs for real machines are missing')
  return has
}

/** A server with real machines and a project. */
export class RealServer {
  readonly #server: BenchServer

  private constructor(server: BenchServer) {
    this.#server = server
  }

  static async start(): Promise<RealServer> {
    const environment = {
      SKERRY_PLATFORM: 'qemu',
      SKERRY_ACCELERATOR: ACCELERATOR,
      // Its own: as root the server becomes a user whom the benchmark's PostgreSQL does not know.
      DATABASE_URL: '',
    }
    const server = await startBenchServer(undefined, environment, endRealMachines)
    await server.send('POST', '/v1/projects', { name: 'bench', description: '' })
    await replacePool(server)
    return new RealServer(server)
  }

  /** The server's process. */
  get pid(): number {
    return this.#server.pid
  }

  /** Calls the API on what is in the project. */
  send<T>(method: string, path: string, body?: unknown): Promise<T> {
    return this.#server.send<T>(method, `${path}${path.includes('?') ? '&' : '?'}${PROJECT}`, body)
  }

  /** Makes an image of a raw disk. @returns its id */
  async upload(path: string): Promise<string> {
    const disk = (what: string) => `/v1/disks/image/${what}`
    const disk_source = { type: 'importing_blocks', block_size: 512 }
    await this.send('POST', '/v1/disks', { name: 'image', description: '', size: GIB, disk_source })
    await this.send('POST', disk('bulk-write-start'))
    const bytes = await readFile(path)
    for (let offset = 0; offset < bytes.length; offset += CHUNK) {
      const base64_encoded_data = bytes.subarray(offset, offset + CHUNK).toString('base64')
      await this.send('POST', disk('bulk-write'), { offset, base64_encoded_data })
    }
    await this.send('POST', disk('bulk-write-stop'))
    await this.send('POST', disk('finalize'), { snapshot_name: 'image' })
    const { id } = await this.send<{ id: string }>('GET', '/v1/snapshots/image')
    const made = { name: 'image', description: '', os: 'tiny', version: '1', source: { type: 'snapshot', id } }
    return (await this.send<{ id: string }>('POST', '/v1/images', made)).id
  }

  /** Creates an instance of a vCPU and a GiB. @param network the type of its interfaces */
  async create(name: string, imageId: string, { network = 'none', start = true } = {}): Promise<void> {
    const disk_source = { type: 'image', image_id: imageId }
    await this.send('POST', '/v1/instances', {
      name,
      description: '',
      hostname: name,
      ncpus: 1,
      memory: GIB,
      start,
      network_interfaces: { type: network },
      boot_disk: { type: 'create', name, description: '', size: GIB, disk_source },
    })
  }

  /** Resolves once the instance has written the text to its serial port. */
  async hasWritten(name: string, text: string): Promise<void> {
    const output = async () => {
      const path = `/v1/instances/${name}/serial-console?from_start=0`
      return Buffer.from((await this.send<{ data: number[] }>('GET', path)).data)
    }
    await until(() =>
      output().then(
        (all) => all.includes(text),
        () => false,
      ),
    )
  }

  /** Stops an instance, which takes a minute if its guest ignores the power button, and deletes it and its disk. */
  async remove(name: string): Promise<void> {
    const instance = `/v1/instances/${name}`
    await this.send('POST', `${instance}/stop`)
    await this.#is(name, 'stopped')
    await this.send('DELETE', instance)
    await this.send('DELETE', `/v1/disks/${name}`)
  }

  /** A terminal at the serial console of an instance, with its output from the beginning. */
  async console(name: string): Promise<GuestShell> {
    await this.#is(name, 'running')
    const address = `${this.#server.base.replace('http', 'ws')}/v1/instances/${name}/serial-console/stream`
    const socket = new WebSocket(`${address}?${PROJECT}&from_start=0`, { headers: { cookie: this.#server.cookie } })
    const shell = new GuestShell((text) => socket.send(Buffer.from(text)))
    socket.on('message', (data: Buffer) => shell.receive(data))
    socket.once('close', () => shell.end('The serial console was closed'))
    await once(socket, 'open')
    return shell
  }

  async #is(name: string, state: string): Promise<void> {
    const path = `/v1/instances/${name}`
    await until(async () => (await this.send<{ run_state: string }>('GET', path)).run_state === state)
  }

  /** Ends the server and its machines. */
  async close(): Promise<void> {
    await this.#server.close()
  }
}

/** Gives the pool addresses that a server beside this one does not have: the host would route them to one of the two. */
async function replacePool({ send }: BenchServer): Promise<void> {
  const ranges = '/v1/system/ip-pools/default/ranges'
  const { items } = await send<{ items: { range: object }[] }>('GET', ranges)
  for (const { range } of items) await send('POST', `${ranges}/remove`, range)
  const network = `198.19.${process.pid % 256}`
  await send('POST', `${ranges}/add`, { first: `${network}.1`, last: `${network}.254` })
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
}

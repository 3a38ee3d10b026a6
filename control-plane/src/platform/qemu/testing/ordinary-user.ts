import { chmod, chown, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { Running } from '../../../node/testing/running.ts'
import { startServer } from '../../../node/testing/server.ts'
import { command } from '../networks/commands.ts'
import { Keeper } from './keeper.ts'

const root = fileURLToPath(new URL('../../../../..', import.meta.url))
const NOBODY = 65_534
const CHUNK = 512 * 1024
const GiB = 2 ** 30

/**
 * In mounts of its own: what is in the repository, where everyone can read it though its folder may be closed; and
 * /dev/net/tun open to all, as udev has it, and another resolv.conf. Then as an ordinary user.
 */
const SCRIPT = `
set -e
view=$1 tun=$2 resolv=$3; shift 3
mount -t tmpfs -o mode=755 tmpfs $view
for one in $(ls -A ${root}); do
  if [ -d ${root}/$one ]; then mkdir $view/$one; else : > $view/$one; fi
  mount --bind ${root}/$one $view/$one
done
mount --bind $tun /dev/net/tun
mount --bind $resolv /etc/resolv.conf
exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --no-new-privs -- "$@"`

/** A server with real machines that an ordinary user runs, started by root. @param nameserver of its host */
export async function ordinaryServer(nameserver: string): Promise<{ running: Running; data: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'o-'))
  const [view, data, tun, resolv] = ['view', 'data', 'tun', 'resolv.conf'].map((name) => join(folder, name))
  await chmod(folder, 0o755)
  await command('mkdir', [view!, data!])
  await chown(data!, NOBODY, NOBODY)
  await command('mknod', ['-m', '666', tun!, 'c', '10', '200'])
  await writeFile(resolv!, `nameserver ${nameserver}\n`)
  const keeper = new Keeper(data!)
  const inView = (path: string) => {
    const inside = relative(root, path)
    return inside.startsWith('..') ? path : join(view!, inside)
  }
  const start: typeof startServer = (environment, args) =>
    startServer(
      { ...environment, SKERRY_PLATFORM: 'qemu', SKERRY_ACCELERATOR: 'tcg' },
      args,
      inView(join(root, 'control-plane/src/main.node.ts')),
      ['unshare', '--mount', 'sh', '-c', SCRIPT, 'sh', view!, tun!, resolv!],
      inView(process.execPath),
    )
  const running = new Running(data!, start)
  onTestFinished(async () => {
    await running.process[Symbol.asyncDispose]()
    await keeper.end()
    await rm(data!, { recursive: true, force: true })
    await rm(tun!)
    await rm(resolv!)
    await rmdir(view!)
    await rmdir(folder)
  })
  return { running, data: data! }
}

/** Creates an instance with the image in the default network of a new project. @returns its id */
export async function createInstance(running: Running, image: string): Promise<string> {
  const disk_source = { type: 'importing_blocks', block_size: 512 }
  const at = 'project=real'
  await running.ok('POST', 'projects', { name: 'real', description: '' })
  await running.ok('POST', `disks?${at}`, { name: 'boot', description: '', size: GiB, disk_source })
  await running.ok('POST', `disks/boot/bulk-write-start?${at}`)
  const bytes = await readFile(image)
  for (let offset = 0; offset < bytes.length; offset += CHUNK) {
    const base64_encoded_data = bytes.subarray(offset, offset + CHUNK).toString('base64')
    await running.ok('POST', `disks/boot/bulk-write?${at}`, { offset, base64_encoded_data })
  }
  await running.ok('POST', `disks/boot/bulk-write-stop?${at}`)
  await running.ok('POST', `disks/boot/finalize?${at}`, {})
  const { id } = await running.ok('POST', `instances?${at}`, {
    name: 'one',
    description: '',
    hostname: 'one',
    ncpus: 1,
    memory: GiB,
    network_interfaces: { type: 'default' },
    boot_disk: { type: 'attach', name: 'boot' },
  })
  return id
}

/** A shell on the serial console of an instance, over the API. */
export class GuestShell {
  readonly #socket: WebSocket
  readonly #limitMs: number
  #text = ''

  private constructor(socket: WebSocket, limitMs: number) {
    this.#socket = socket
    this.#limitMs = limitMs
    socket.on('message', (data: Buffer, isBinary) => (this.#text += isBinary ? data.toString('latin1') : ''))
  }

  /** Logs in once the guest has booted. */
  static async open(running: Running, instance: string, limitMs: number): Promise<GuestShell> {
    const runs = async () => (await running.ok('GET', `instances/${instance}`)).run_state === 'running'
    await vi.waitUntil(runs, { timeout: limitMs })
    const { address, cookie } = running.access
    const url = `${address.replace('http', 'ws')}/v1/instances/${instance}/serial-console/stream?most_recent=100000`
    const socket = new WebSocket(url, { headers: { cookie, origin: address } })
    const shell = new GuestShell(socket, limitMs)
    onTestFinished(() => socket.close())
    await shell.#until(/login: $/)
    socket.send(Buffer.from('ann\r'))
    await shell.#until(/:~\$ $/)
    return shell
  }

  /** Runs a command, and returns what it wrote. */
  async run(line: string): Promise<string> {
    const mark = crypto.randomUUID()
    this.#text = ''
    // The terminal echoes what is typed: the mark is whole only in the output.
    this.#socket.send(Buffer.from(`${line}; echo "${mark.slice(0, 8)}""${mark.slice(8)}"\r`))
    // What is typed before the prompt is there can be lost.
    await this.#until(new RegExp(`${mark}\r\n[^]*:~\\$ `))
    return this.#text.slice(0, this.#text.indexOf(mark)).split('\r\n').slice(1).join('\n')
  }

  async #until(pattern: RegExp): Promise<void> {
    await vi.waitUntil(() => pattern.test(this.#text), { timeout: this.#limitMs })
  }
}

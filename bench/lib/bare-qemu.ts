import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { GuestShell } from './guest-shell.ts'
import { ACCELERATOR } from './real-server.ts'

interface BareMachine {
  /** A raw disk. */
  image: string
  /** The machine's disk, which is made over the image. */
  overlay: string
  /** A network interface of a network namespace. */
  tap?: { namespace: string; name: string; mac: string }
}

/** The devices that every machine has: what a guest finds costs it time, whoever starts QEMU. */
const devices = ['VGA', 'qemu-xhci', 'usb-tablet', 'virtio-rng-pci', 'virtio-serial-pci'].flatMap((name) => [
  '-device',
  name,
])

/** A machine of QEMU's command line alone, with the devices of Skerry's and else on what QEMU does by default. */
export class BareQemu {
  readonly #process: ChildProcess
  readonly shell: GuestShell

  private constructor(started: ChildProcess) {
    this.#process = started
    this.shell = new GuestShell((text) => started.stdin!.write(text))
    started.stdout!.on('data', (bytes: Buffer) => this.shell.receive(bytes))
    started.once('exit', () => this.shell.end('QEMU ended'))
    // A benchmark that fails must not leave its machines behind.
    process.once('exit', () => started.kill('SIGKILL'))
  }

  static async start({ overlay, image, tap }: BareMachine): Promise<BareQemu> {
    await promisify(execFile)('qemu-img', ['create', '-q', '-f', 'qcow2', '-F', 'raw', '-b', image, overlay, '1G'])
    const qemu = ['qemu-system-x86_64', '-nodefaults', '-no-user-config', '-display', 'none']
      .concat(['-machine', 'q35', '-accel', ACCELERATOR, '-cpu', ACCELERATOR === 'kvm' ? 'host' : 'max'])
      .concat(['-smp', '1', '-m', 'size=1024M', '-serial', 'stdio', '-device', 'virtio-scsi-pci'])
      .concat(devices)
      .concat(['-drive', `file=${overlay},if=none,id=disk,format=qcow2`, '-device', 'scsi-hd,drive=disk,bootindex=0'])
      .concat(tap ? ['-netdev', `tap,id=net,ifname=${tap.name},script=no,downscript=no`] : [])
      .concat(tap ? ['-device', `virtio-net-pci,netdev=net,mac=${tap.mac},romfile=`] : [])
    const [command = '', ...rest] = [...(tap ? ['ip', 'netns', 'exec', tap.namespace] : []), ...qemu]
    return new BareQemu(spawn(command, rest, { stdio: ['pipe', 'pipe', 'inherit'] }))
  }

  async end(): Promise<void> {
    if (this.#process.exitCode !== null) return
    this.#process.kill('SIGKILL')
    await once(this.#process, 'exit')
  }
}

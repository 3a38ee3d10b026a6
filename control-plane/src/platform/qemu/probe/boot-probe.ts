import { spawn } from 'node:child_process'
import { access, constants, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../base/temporary-folder.ts'
import type { Architecture, Accelerator } from '../machines/order/architecture.ts'

/** Ten times the boot time on hardware of 2015. */
const KVM_LIMIT_MS = 20_000
const BOOT_POLL_MS = 50
/**
 * KVM may be this many times slower than TCG. Without hardware behind it, it takes eight times as long, and Linux
 * hangs.
 */
const MAX_SLOWDOWN = 3
const SURELY_FAST_MS = 1000

export interface AcceleratorFound {
  accelerator: Accelerator
  /** Why KVM is not used, for operators. */
  reason: string | undefined
  /** Duration of the test boot. */
  bootMs: number | undefined
}

export interface ProbeSettings {
  /** `qemu-system-…` */
  binary: string
  architecture?: Architecture
  /** A raw disk image that writes `prompt` to its serial port when it has booted. */
  image: string
  prompt: string
  kvmDevice?: string
  limitMs?: number
}

/**
 * Finds the accelerator that works here. That /dev/kvm can be opened proves little: on some hosts guests hang. So a
 * guest is booted with KVM, under a time limit, and without it.
 */
export async function findAccelerator(settings: ProbeSettings): Promise<AcceleratorFound> {
  const { kvmDevice = '/dev/kvm', limitMs = KVM_LIMIT_MS } = settings
  const emulated = (reason: string) => ({ accelerator: 'tcg' as const, reason, bootMs: undefined })
  try {
    await access(kvmDevice, constants.R_OK | constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return emulated(code === 'ENOENT' ? `There is no ${kvmDevice}` : `${kvmDevice} cannot be opened by this user`)
  }
  const booted = await bootsWith('kvm', settings, limitMs)
  if ('reason' in booted) return emulated(`A guest did not boot with KVM: ${booted.reason}`)
  const peer = await bootsWith('tcg', settings, limitMs)
  const slowness = 'bootMs' in peer ? kvmSlowness(booted.bootMs, peer.bootMs) : undefined
  if (slowness !== undefined) return emulated(slowness)
  return { accelerator: 'kvm', reason: undefined, bootMs: booted.bootMs }
}

/** Why KVM is not worth using, given the boot times with and without it; undefined if it is. */
export const kvmSlowness = (kvmMs: number, tcgMs: number): string | undefined =>
  kvmMs > SURELY_FAST_MS && kvmMs > MAX_SLOWDOWN * tcgMs
    ? `KVM took ${kvmMs} ms to boot what takes ${tcgMs} ms without it`
    : undefined

/** Boots a guest from an in-memory copy of the image, and ends it. */
export async function bootsWith(
  accelerator: Accelerator,
  { binary, architecture = 'x64', image, prompt }: ProbeSettings,
  limitMs: number,
): Promise<{ bootMs: number } | { reason: string }> {
  const folder = temporaryFolder()
  const serial = join(folder, 'serial')
  await using log = await open(join(folder, 'log'), 'w')
  const begin = performance.now()
  const child = spawn(binary, probeArguments(accelerator, architecture, image), {
    cwd: folder,
    stdio: ['ignore', log.fd, log.fd],
  })
  const ending: { reason?: string } = {}
  const ended = new Promise<string>((resolve) => {
    child.on('error', ({ message }) => resolve(message))
    child.on('exit', (code, signal) => resolve(`it ended with ${signal ?? code}`))
  })
  void ended.then((reason) => (ending.reason = reason))
  try {
    while (ending.reason === undefined) {
      const elapsed = performance.now() - begin
      if ((await readFile(serial, 'latin1').catch(() => '')).includes(prompt)) return { bootMs: Math.round(elapsed) }
      if (elapsed > limitMs) return { reason: `it took longer than ${limitMs / 1000} s` }
      await new Promise((resolve) => setTimeout(resolve, BOOT_POLL_MS))
    }
    const written = (await readFile(join(folder, 'log'), 'utf8')).trim().slice(-500)
    return { reason: [ending.reason, written].filter(Boolean).join(': ') }
  } finally {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true })
  }
}

const SERIAL = 'file,id=serial,path=serial'

function probeArguments(accelerator: Accelerator, architecture: Architecture, image: string): string[] {
  return [
    '-nodefaults',
    '-no-user-config',
    ['-sandbox', 'on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny'],
    ['-accel', accelerator, '-cpu', accelerator === 'kvm' ? 'host' : 'max'],
    ['-m', 'size=128M', '-display', 'none', '-no-reboot'],
    architecture === 'arm64' ? armBoard(image) : pcBoard(image),
  ].flat()
}

/** Boots without firmware, which would take seconds. */
const armBoard = (image: string) => [
  '-machine',
  'virt,gic-version=max',
  '-kernel',
  image,
  '-chardev',
  SERIAL,
  '-serial',
  'chardev:serial',
]

function pcBoard(image: string): string[] {
  const disk = {
    driver: 'raw',
    'node-name': 'disk',
    'read-only': true,
    file: { driver: 'file', filename: image, locking: 'off' },
  }
  return [
    ['-machine', 'q35', '-chardev', SERIAL, '-device', 'isa-serial,chardev=serial'],
    ['-blockdev', JSON.stringify(disk)],
    ['-device', 'virtio-scsi-pci,id=scsi', '-device', 'scsi-hd,bus=scsi.0,drive=disk,bootindex=0'],
  ].flat()
}

import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { cachedTinyLinux } from '../tiny-linux/cached-tiny-linux.ts'
import { bootsWith, findAccelerator, kvmSlowness, type ProbeSettings } from './boot-probe.ts'

const LIMIT_MS = 120_000
let settings: ProbeSettings

beforeAll(async () => {
  const image = await cachedTinyLinux(tmpdir())
  settings = { binary: 'qemu-system-x86_64', image, prompt: 'login: ' }
})

/** A program in the place of QEMU. */
async function program(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'program-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'qemu')
  await writeFile(path, `#!/bin/sh\n${text}\n`)
  await chmod(path, 0o755)
  return path
}

test('the guest boots emulated', { timeout: LIMIT_MS }, async () => {
  expect(await bootsWith('tcg', settings, LIMIT_MS)).toEqual({ bootMs: expect.any(Number) })
})

describe('KVM is not believed', () => {
  test('where its device is missing', async () => {
    const found = await findAccelerator({ ...settings, kvmDevice: '/nowhere/kvm' })
    expect(found).toMatchObject({ accelerator: 'tcg', reason: 'There is no /nowhere/kvm' })
  })

  test('where its guest hangs', async () => {
    const binary = await program('exec sleep 1000')
    const found = await findAccelerator({ ...settings, binary, kvmDevice: '/dev/null', limitMs: 300 })
    expect(found).toMatchObject({ accelerator: 'tcg', reason: expect.stringContaining('longer than 0.3 s') })
  })

  test('where QEMU refuses it, with what it wrote', async () => {
    const binary = await program('echo "failed to initialize kvm" >&2; exit 1')
    const found = await findAccelerator({ ...settings, binary, kvmDevice: '/dev/null' })
    expect(found).toMatchObject({ accelerator: 'tcg', reason: expect.stringContaining('failed to initialize kvm') })
  })

  test('where the program is missing', async () => {
    const found = await findAccelerator({ ...settings, binary: '/nowhere/qemu', kvmDevice: '/dev/null' })
    expect(found).toMatchObject({ accelerator: 'tcg', reason: expect.stringContaining('ENOENT') })
  })
})

test('KVM is not taken where it is slower than emulation by far', () => {
  expect(kvmSlowness(1790, 240)).toBe('KVM took 1790 ms to boot what takes 240 ms without it')
  expect(kvmSlowness(900, 200), 'a busy host').toBeUndefined()
  expect(kvmSlowness(1800, 700), 'a slow host').toBeUndefined()
})

test('KVM is found where a guest boots with it', async () => {
  const binary = await program('case "$*" in *"accel tcg"*) exit 1; esac; printf "login: " >serial; exec sleep 1000')
  const found = await findAccelerator({ ...settings, binary, kvmDevice: '/dev/null' })
  expect(found).toMatchObject({ accelerator: 'kvm', reason: undefined, bootMs: expect.any(Number) })
})

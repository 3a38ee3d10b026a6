import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bootsWith } from './boot-probe.ts'
import { writeBootDisk } from './boot-sector.ts'
import { hostReport } from './host-report.ts'
import { QEMU_BINARY } from './host-programs.ts'

const LIMIT_MS = 120_000

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'boot-sector-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('the boot sector writes its text to the serial port', { timeout: LIMIT_MS }, async () => {
  const image = join(await scratch(), 'disk')
  await writeBootDisk(image, 'It runs')
  expect(await bootsWith('tcg', { binary: QEMU_BINARY, image, prompt: 'It runs' }, LIMIT_MS)).toEqual({
    bootMs: expect.any(Number),
  })
})

test('the report says what this host has, and finds room for a folder that does not exist yet', async () => {
  const folder = join(await scratch(), 'not', 'yet')
  const { text, usable } = await hostReport(folder)
  expect(usable).toBe(true)
  expect(text).toMatch(/^ok +qemu-system-x86_64 +\/\S+ \d+\.\d+/m)
  expect(text).toMatch(/^ok +qemu-img +\/\S+ \d+\.\d+/m)
  expect(text).toMatch(/^(ok|missing) +KVM +\S/m)
  expect(text).toContain(` GiB for ${folder}\n`)
})

test('without the programs the report says which packages bring them, and that it is not enough', async () => {
  const { PATH } = process.env
  process.env.PATH = await scratch()
  onTestFinished(() => void (process.env.PATH = PATH))
  const { text, usable } = await hostReport('/')
  expect(usable).toBe(false)
  expect(text).toMatch(/^missing +qemu-img +no disk .*Debian package qemu-utils/m)
  expect(text).not.toContain('KVM')
})

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { choosePlatform } from '../../choice/choose-platform.ts'
import { ARCHITECTURES } from '../machines/order/architecture.ts'
import { bootsWith } from './boot-probe.ts'
import { writeBootDisk } from './boot-sector.ts'
import { hostReport } from './host-report.ts'

const LIMIT_MS = 120_000

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'boot-sector-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test.each(['x64', 'arm64'] as const)(
  'what a machine of %s starts writes its text to the serial port',
  { timeout: LIMIT_MS },
  async (architecture) => {
    const image = join(await scratch(), 'disk')
    await writeBootDisk(image, 'It runs', architecture)
    const { binary } = ARCHITECTURES[architecture]
    expect(await bootsWith('tcg', { binary, architecture, image, prompt: 'It runs' }, LIMIT_MS)).toEqual({
      bootMs: expect.any(Number),
    })
  },
)

test('the report says what this host has, and finds room for a folder that does not exist yet', async () => {
  const folder = join(await scratch(), 'not', 'yet')
  const { text, usable } = await hostReport(folder)
  expect(usable).toBe(true)
  expect(text).toMatch(/^ok +qemu-system-x86_64 +\/\S+ \d+\.\d+/m)
  expect(text).toMatch(/^ok +qemu-img +\/\S+ \d+\.\d+/m)
  expect(text).toMatch(/^ok +EFI firmware +\/usr\/share\/OVMF\/\S+$/m)
  expect(text).toMatch(/^(ok|missing) +KVM +\S/m)
  expect(text).toMatch(/^(ok|missing) +limits +\S/m)
  expect(text).toContain(` GiB for ${folder}\n`)
})

test('the report says what the uplink leads to, or why there is none', async () => {
  expect((await hostReport('/')).text).toMatch(/^ok +uplink +none: only this host reaches external addresses$/m)
  const problem = /^missing +uplink +the server does not start: SKERRY_UPLINK must be .*, not "absent0"$/m
  expect((await hostReport('/', { uplink: 'absent0' })).text).toMatch(problem)
  // Not those of networks that other tests make and remove.
  const links = (await readdir('/sys/class/net')).filter((name) => /^(?!lo$|sk-)[a-z][a-z0-9]*$/.test(name))
  const reports = await Promise.all(links.slice(0, 1).map((link) => hostReport('/', { uplink: link })))
  expect(reports.every(({ text }) => /^ok +uplink +\w+: \w/m.test(text))).toBe(true)
})

test('the server refuses to start with an uplink that this host has not', async () => {
  const choice = choosePlatform('qemu', (name) => (name === 'SKERRY_UPLINK' ? 'absent0' : undefined))
  await expect(choice.prepare()).rejects.toThrow('SKERRY_UPLINK must be a network interface of this host')
  const simulator = choosePlatform('simulator', (name) => (name === 'SKERRY_UPLINK' ? 'absent0' : undefined))
  expect(await simulator.prepare()).toContain('; SKERRY_UPLINK has no effect')
})

test('the accelerator can be set, to one that there is', async () => {
  const { text } = await hostReport('/', { accelerator: 'tcg' })
  expect(text).toMatch(/^missing +KVM +machines are emulated, .*SKERRY_ACCELERATOR is tcg/m)
  const read = (name: string) => (name === 'SKERRY_ACCELERATOR' ? 'fast' : undefined)
  expect(() => choosePlatform('qemu', read)).toThrow('SKERRY_ACCELERATOR must be kvm or tcg, not "fast"')
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

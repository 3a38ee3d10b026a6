import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../../node/testing/server.ts'
import { automaticPlatform } from '../../choice/choose-platform.ts'

const LIMIT_MS = 120_000
const settings: Record<string, string> = { SKERRY_ACCELERATOR: 'tcg' }
const read = (name: string) => settings[name]

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'automatic-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Programs of the host's path, and no others. */
async function pathOf(...programs: string[]): Promise<string> {
  const folder = await scratch()
  for (const name of programs) await symlink(join('/usr/bin', name), join(folder, name))
  return folder
}

function withPath(path: string): void {
  const { PATH } = process.env
  process.env.PATH = path
  onTestFinished(() => void (process.env.PATH = PATH))
}

test(
  'new data are for real machines where a guest runs, and the line says how to have others',
  async () => {
    const choice = automaticPlatform(read)
    const line = await choice.prepare()
    expect([choice.name, choice.soleProcess?.lock]).toEqual(['qemu', 'skerry.qemu-platform'])
    expect(choice.begin).toBeDefined()
    expect(line).toMatch(
      /^QEMU without KVM, so machines are slow \(SKERRY_ACCELERATOR is tcg\); chosen for these new data/,
    )
    expect(line).toContain('for simulated machines start with --platform simulator and another SKERRY_DATA')
  },
  LIMIT_MS,
)

test('without QEMU they are simulated, and the line says what to install', async () => {
  withPath(await pathOf())
  const choice = automaticPlatform(read)
  expect(await choice.prepare()).toMatch(
    /^simulator .* because real machines cannot run here: they need qemu-system-x86_64 and qemu-img, .*apt-get install qemu-system-x86 qemu-utils; then start with another SKERRY_DATA$/,
  )
  expect([choice.name, choice.begin]).toEqual(['simulator', undefined])
})

test('so are they where QEMU is installed and runs no guest', async () => {
  const folder = await pathOf('qemu-img')
  await symlink('/usr/bin/true', join(folder, 'qemu-system-x86_64'))
  withPath(folder)
  const choice = automaticPlatform(read)
  expect(await choice.prepare()).toMatch(
    /^simulator .* cannot run here: a guest did not boot with tcg: it ended with 0/,
  )
  expect(choice.name).toBe('simulator')
})

test('settings that are wrong for QEMU are refused before anything is chosen', () => {
  expect(() => automaticPlatform(() => 'wrong')).toThrow('SKERRY_ACCELERATOR must be kvm or tcg, not "wrong"')
})

test(
  'a server without QEMU simulates new data, and keeps to it when QEMU is there',
  { timeout: LIMIT_MS },
  async () => {
    const data = join(await scratch(), 'data')
    const environment = { SKERRY_DATA: data, SKERRY_PLATFORM: '', SKERRY_ACCELERATOR: 'tcg' }
    const without = startServer({ ...environment, PATH: await pathOf('id', 'test', 'sh', 'flock') })
    await without.ready
    expect(without.output()).toContain(
      'apt-get install qemu-system-x86 qemu-utils; then start with another SKERRY_DATA',
    )
    await without[Symbol.asyncDispose]()
    expect(await readFile(join(data, 'platform'), 'utf8')).toBe('simulator\n')
    await using later = startServer(environment)
    await later.ready
    expect(later.output()).toMatch(/Platform: simulator \(real states and bytes, but no real machines\)$/m)
  },
)

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pidNamespace } from './process-id.ts'
import { temporaryFolder } from './temporary-folder.ts'

const MODULE = fileURLToPath(new URL('temporary-folder.ts', import.meta.url))
const MAKE = `import(process.argv[1]).then(({ temporaryFolder }) => console.log(temporaryFolder())); setInterval(() => {}, 1000)`

test('folders of killed processes are deleted, and nothing else', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'temporary-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  vi.stubEnv('TMPDIR', parent)
  onTestFinished(() => void vi.unstubAllEnvs())
  const made = async () => {
    const child = spawn(process.execPath, ['--eval', MAKE, MODULE], { stdio: ['ignore', 'pipe', 'inherit'] })
    const end = async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
    onTestFinished(end)
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    return { folder: line.toString().trim(), pid: child.pid!, end }
  }
  const [killed, living] = [await made(), await made()]
  const outside = join(parent, 'outside')
  writeFileSync(outside, '')
  symlinkSync(outside, join(killed.folder, 'db'))
  await killed.end()
  const others = [`skerry-${pidNamespace()}-${killed.pid}-link00`, 'skerry-aaaaaa', 'skerry-probe-aaaaaa'].map((name) =>
    join(parent, name),
  )
  symlinkSync(parent, others[0]!)
  for (const folder of others.slice(1)) mkdirSync(folder)
  if (process.getuid?.() === 0) {
    const foreign = join(parent, `skerry-${pidNamespace()}-${killed.pid}-aaaaaa`)
    mkdirSync(foreign)
    chownSync(foreign, 12_345, 12_345)
    others.push(foreign)
  }

  const own = temporaryFolder()
  expect(basename(own)).toContain(`skerry-${pidNamespace()}-${process.pid}-`)
  expect(existsSync(killed.folder)).toBe(false)
  for (const path of [living.folder, outside, own, ...others]) expect(existsSync(path), path).toBe(true)
  temporaryFolder()
  expect(existsSync(own)).toBe(true)
})

const APART = ['--pid', '--fork', '--kill-child', '--mount-proc']
/** Runs a program with the number that follows a given one. */
const AS_NUMBER = 'echo "$0" >/proc/sys/kernel/ns_last_pid && { "$@" & wait; }'

test.runIf(spawnSync('unshare', [...APART, 'sh', '-c', AS_NUMBER, '1000', 'true']).status === 0)(
  'a folder is left whose process lives in another PID namespace',
  async () => {
    const parent = mkdtempSync(join(tmpdir(), 'temporary-'))
    onTestFinished(() => rmSync(parent, { recursive: true }))
    vi.stubEnv('TMPDIR', parent)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { pid } = spawnSync('true')
    const program = ['sh', '-c', AS_NUMBER, `${pid - 1}`, process.execPath, '--eval', MAKE, MODULE]
    const child = spawn('unshare', [...APART, ...program], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const folder = line.toString().trim()
    expect(basename(folder)).toContain(`-${pid}-`)
    temporaryFolder()
    expect(existsSync(folder)).toBe(true)
  },
)

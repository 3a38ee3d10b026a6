import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ProgramLimits, runConfined } from './confined.ts'
import { conversion } from './volume-site.fixtures.ts'

const run = promisify(execFile)
const { user } = conversion
const MiB = 2 ** 20
const LIMITS: ProgramLimits = { memoryBytes: 2048 * MiB, cpuSeconds: 60, fileBytes: MiB, ms: 60_000 }
const never = new AbortController().signal
/** Not in containers, nor where ordinary users may make no namespaces. */
const mayMount = await run('unshare', [
  '--mount',
  ...(process.getuid?.() === 0 ? [] : ['--map-root-user']),
  'true',
]).then(
  () => true,
  () => false,
)

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'skerry-qemu-confined-'))))
afterEach(() => rm(folder, { recursive: true }))

/** Runs a shell script confined. Returns what it wrote to its first file. */
async function script(text: string, limits: Partial<ProgramLimits> = {}, signal = never): Promise<string> {
  const path = join(folder, 'out')
  await using file = await open(path, 'w', 0o600)
  if (user) await file.chown(user.uid, user.gid)
  await runConfined(['sh', '-c', text], { files: [file], limits: { ...LIMITS, ...limits }, user, signal })
  return readFile(path, 'utf8')
}

describe('a confined program', () => {
  test('has no network but a loopback that is down', async () => {
    expect((await script('cat /proc/net/dev >&3')).match(/^ *\w+:/gm)?.map((line) => line.trim())).toEqual(['lo:'])
  })

  test('has no rights, at low priority', async () => {
    const status = await script('cat /proc/self/status >&3; nice >&3; id -u >&3')
    expect(status).toMatch(/^NoNewPrivs:\s*1$/m)
    expect(status).toMatch(/^CapPrm:\s*0+$/m)
    expect(status).toMatch(/^CapEff:\s*0+$/m)
    expect(status).toMatch(/^19$/m)
    // As an ordinary user it is root of a namespace where it has no rights.
    expect(status.trim().split('\n').at(-1)).toBe(`${user?.uid ?? (mayMount ? 0 : process.getuid?.())}`)
  })

  test.runIf(mayMount)('finds no file but its own and the programs of the system', async () => {
    const secret = join(folder, 'secret')
    await writeFile(secret, 'secret', { mode: 0o666 })
    await chmod(folder, 0o777)
    const found = await script(
      `cat ${secret} >&3; cat /proc/$PPID/root${secret} >&3; cat /etc/passwd >&3; echo / /* >&3`,
    )
    expect(found).toMatch(/^\/( \/(bin|dev|etc|lib|lib32|lib64|proc|sbin|usr))+\n$/)
  })

  test('has the environment of the server not', async () => {
    process.env.SKERRY_SECRET_OF_TEST = 'secret'
    try {
      expect(await script('env >&3')).not.toContain('SECRET')
    } finally {
      delete process.env.SKERRY_SECRET_OF_TEST
    }
  })

  test.each([
    {
      name: 'memory',
      text: 'exec dd if=/dev/zero of=/dev/null bs=400M count=1',
      limits: { memoryBytes: 64 * MiB },
      reason: /memory/,
    },
    { name: 'file sizes', text: 'trap "" XFSZ; head -c 2000000 /dev/zero >&3', limits: {}, reason: /large/ },
    { name: 'processor time', text: 'while :; do :; done', limits: { cpuSeconds: 1 }, reason: /killed/ },
    { name: 'time', text: 'exec sleep 1000', limits: { ms: 500 }, reason: /took longer than 500 ms/ },
  ])('has a limit of $name', async ({ text, limits, reason }) => {
    await expect(script(text, limits)).rejects.toMatchObject({
      kind: 'permanent',
      message: expect.stringMatching(reason),
    })
  })

  test('is killed when its caller aborts', async () => {
    const abort = new AbortController()
    const ended = script(`echo $$ >&3; exec sleep 1000`, {}, abort.signal)
    await expect.poll(() => readFile(join(folder, 'out'), 'utf8')).toMatch(/\d+\n/)
    const pid = Number(await readFile(join(folder, 'out'), 'utf8'))
    abort.abort(new Error('Enough'))
    await expect(ended).rejects.toThrow('Enough')
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  test('ends with the process that started it, also when that is killed', async () => {
    const out = join(folder, 'pid')
    const source = `
      import { open } from 'node:fs/promises'
      import { runConfined } from ${JSON.stringify(import.meta.resolve('./confined.ts'))}
      const user = ${JSON.stringify(user)}
      const file = await open(${JSON.stringify(out)}, 'w')
      await runConfined(['sh', '-c', 'echo $$ >&3; exec sleep 1000'],
        { files: [file], limits: ${JSON.stringify(LIMITS)}, user, signal: new AbortController().signal })`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'inherit' })
    await expect.poll(() => readFile(out, 'utf8').catch(() => '')).toMatch(/\d+\n/)
    const pid = (await readFile(out, 'utf8')).trim()
    expect((await run('ps', ['-o', 'comm=', '-p', pid])).stdout).toMatch(/sh|sleep/)
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})

test.runIf(mayMount)('an enclosure that cannot be made is tried again by the next program', async () => {
  // Of a user namespace of its own, so that this host's stays as it is.
  const source = `
    import { open, readFile, writeFile } from 'node:fs/promises'
    import { reachOfConfined, runConfined } from ${JSON.stringify(import.meta.resolve('./confined.ts'))}
    const limit = '/proc/sys/user/max_mnt_namespaces'
    for (const most of ['0', '100']) {
      await writeFile(limit, most)
      await using file = await open(${JSON.stringify(folder)} + '/found', 'w')
      await runConfined(['sh', '-c', 'cat /etc/passwd >&3 || true'],
        { files: [file], limits: ${JSON.stringify(LIMITS)}, user: undefined, signal: new AbortController().signal })
      const found = (await readFile(${JSON.stringify(folder)} + '/found', 'utf8')) !== ''
      console.log(JSON.stringify([found, (await reachOfConfined()) !== undefined]))
    }`
  const node = [process.execPath, '--input-type=module', '-e', source]
  const { stdout } = await run('unshare', ['--user', '--map-root-user', ...node])
  expect(stdout.trim().split('\n')).toEqual(['[true,true]', '[false,false]'])
})

/** Whether a process runs; one that nobody has waited for does not. */
async function isAlive(pid: string): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State:\tX')
  return !/^State:\s*[XZ]/m.test(status)
}

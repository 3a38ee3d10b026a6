import { spawnSync } from 'node:child_process'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Running } from '../../../node/testing/running.ts'
import type { ServerProcess } from '../../../node/testing/server.ts'
import { isAlive, userOf } from '../base/process-id.ts'
import { command } from '../networks/commands.ts'
import { helperOf, mayMount, rootServers } from '../testing/root-servers.ts'

const NOBODY = 65_534

/** Becomes a program on a host that has not had Skerry: its other files in /etc are copies. */
const WITHOUT_USER =
  'cp -a /etc/. "$1"; sed -i /^skerry:/d "$1/passwd" "$1/group" "$1/shadow"; mount --bind "$1" /etc; shift; exec "$@"'

const statusOf = ({ pid }: ServerProcess) => readFile(`/proc/${pid}/status`, 'utf8')

test.runIf(mayMount)(
  'a server of root goes on as another user, who has its data, and ends with its helper',
  async () => {
    const { data, start } = await rootServers(0o711)
    await using server = start()
    await server.ready
    const { uid } = await stat(data)
    expect(uid).not.toBe(0)
    const status = await statusOf(server)
    expect(status).toMatch(new RegExp(`^Uid:\t${uid}\t${uid}\t${uid}\t${uid}$`, 'm'))
    expect(status).toMatch(/^Groups:\t\s*$/m)
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapAmb']) expect(status).toMatch(new RegExp(`^${set}:\t0+$`, 'm'))
    expect(server.output()).toContain(`the server runs as user ${uid}`)
    for (const name of ['platform', 'postgres', 'qemu', 'qemu/host.json', 'qemu/storage'])
      expect((await stat(join(data, name))).uid, name).toBe(uid)
    const helper = await helperOf(data)
    expect(userOf(helper.pid)).toBe(0)

    process.kill(helper.pid, 'SIGKILL')
    expect(await server.ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The helper of the host has ended'),
    })

    await using next = start()
    await next.ready
    expect(await statusOf(next)).toContain(`Uid:\t${uid}\t`)
    const second = await helperOf(data)
    next.kill('SIGTERM')
    expect(await next.ended).toMatchObject({ code: 0 })
    expect(isAlive(second)).toBe(false)
  },
)

test.runIf(mayMount)(
  'a server whose data no other user can reach says that it stays root, until they can',
  async () => {
    const { data, start } = await rootServers(0o700)
    await using server = start()
    await server.ready
    expect(server.output()).toMatch(/the server keeps root's rights, because user \d+ cannot read /)
    expect(await statusOf(server)).toContain('Uid:\t0\t')
    expect((await stat(data)).uid).toBe(0)
    server.kill('SIGTERM')
    await server.ended

    await chmod(join(data, '..'), 0o711)
    await using next = start()
    await next.ready
    const { uid } = await stat(data)
    expect(uid).not.toBe(0)
    expect(await statusOf(next)).toContain(`Uid:\t${uid}\t`)
    for (const name of ['platform', 'qemu/host.json', 'qemu/storage/layers'])
      expect((await stat(join(data, name))).uid, name).toBe(uid)
  },
)

test.runIf(mayMount)(
  'a server of root starts in a folder that its user owns, also after a start that failed',
  async () => {
    const { data, start } = await rootServers(0o711)
    await mkdir(data)
    await chown(data, NOBODY, NOBODY)
    const starts = async () => {
      await using server = start()
      await server.ready
      expect(await statusOf(server)).toContain(`Uid:\t${NOBODY}\t`)
      for (const name of ['qemu', 'qemu/host.json', 'qemu/storage'])
        expect((await stat(join(data, name))).uid, name).toBe(NOBODY)
      server.kill('SIGTERM')
      await server.ended
    }
    await starts()
    expect((await stat(join(data, 'platform'))).uid).toBe(NOBODY)
    // As it was left by one that gave nothing.
    await command('chown', ['-R', 'root:root', join(data, 'qemu'), join(data, 'platform')])
    await starts()
  },
)

test.runIf(mayMount)('a server that has left root merges what a deleted snapshot leaves', async () => {
  const { data, start } = await rootServers(0o711)
  const running = new Running(data, (environment) => start(environment))
  await running.start()
  await running.ok('POST', 'projects', { name: 'one', description: '' })
  const disk = { name: 'd1', description: '', size: 2 ** 30, disk_source: { type: 'blank', block_size: 512 } }
  await running.ok('POST', 'disks?project=one', disk)
  await running.ok('POST', 'snapshots?project=one', { name: 's1', description: '', disk: 'd1' })
  const layers = () => readdir(join(data, 'qemu', 'storage', 'layers'))
  expect(await layers()).toHaveLength(2)
  await running.ok('DELETE', 'snapshots/s1?project=one')
  await expect.poll(layers).toHaveLength(1)
})

test.runIf(mayMount)(
  'a machine takes typed input after a server of root has given its folders again',
  { timeout: 360_000 },
  async () => {
    const { data, start } = await rootServers(0o711)
    const running = new Running(data, (environment) => start(environment))
    await running.start()
    await running.ok('POST', 'projects', { name: 'one', description: '' })
    const disk_source = { type: 'blank', block_size: 512 }
    const boot_disk = { type: 'create', name: 'd1', description: '', size: 2 ** 30, disk_source }
    const machine = { name: 'm1', description: '', hostname: 'm1', ncpus: 1, memory: 2 ** 30, boot_disk }
    const { id } = await running.ok('POST', 'instances?project=one', machine)
    const state = async () => (await running.ok('GET', `instances/${id}`)).run_state
    await expect.poll(state, { timeout: 120_000 }).toBe('running')
    const { uid } = await stat(data)
    const folder = join(data, 'qemu', 'machines', id)
    const { run } = JSON.parse(await readFile(join(folder, 'run.json'), 'utf8')) as {
      run: { process: { pid: number } }
    }
    onTestFinished(() => void process.kill(run.process.pid, 'SIGKILL'))
    /** Only where QEMU reads at the other end can the server's user open it so. */
    const open = ['if=/dev/null', `of=${join(folder, 'qemu', 'serial.in')}`, 'conv=nocreat,notrunc']
    const opening = () => {
      const { status, stderr } = spawnSync('dd', [...open, 'oflag=nonblock', 'status=none'], { uid, encoding: 'utf8' })
      return { status, stderr }
    }
    expect(opening()).toEqual({ status: 0, stderr: '' })
    running.process.kill('SIGTERM')
    await running.process.ended

    await running.start()
    await expect.poll(state, { timeout: 120_000 }).toBe('running')
    expect(opening()).toEqual({ status: 0, stderr: '' })
  },
)

test.runIf(mayMount)('--reset-admin of root works as the user who has the data', async () => {
  const { data, start } = await rootServers(0o711)
  await using server = start()
  await server.ready
  server.kill('SIGTERM')
  await server.ended
  const { uid } = await stat(data)
  const [log, victim] = [join(data, 'postgres.log'), join(data, '..', 'of-root')]
  await writeFile(victim, 'of root')
  await rm(log)
  await symlink(victim, log)
  const { code, stdout } = await start({}, [], ['--reset-admin']).ended
  expect([code, stdout]).toEqual([0, expect.stringContaining('Sign in to silo default as admin')])
  const written = await lstat(log)
  expect([written.isFile(), written.uid, await readFile(victim, 'utf8')]).toEqual([true, uid, 'of root'])
})

test.runIf(mayMount)('a server of root is no user that other programs have, and makes one of its own', async () => {
  const { data, start } = await rootServers(0o711)
  const etc = await mkdtemp(join(tmpdir(), 'etc-'))
  onTestFinished(() => rm(etc, { recursive: true }))
  await using server = start({}, ['unshare', '--mount', 'sh', '-ec', WITHOUT_USER, 'sh', etc])
  await server.ready
  const { uid } = await stat(data)
  const { stdout } = spawnSync('getent', ['passwd', 'postgres', 'nobody'], { encoding: 'utf8' })
  expect(stdout.split('\n').map((line) => Number(line.split(':')[2]))).not.toContain(uid)
  expect(await statusOf(server)).toContain(`Uid:\t${uid}\t`)
})

test.runIf(mayMount)('a server of root does not become a user who may change what root runs', async () => {
  const { data, start, root } = await rootServers(0o711)
  const own = join(root, 'own')
  for (const folder of [data, own]) {
    await mkdir(folder)
    await chown(folder, 12_345, 12_345)
  }
  const { code, stderr } = await start().ended
  expect([code, stderr]).toEqual([1, expect.stringContaining(`may change ${own}, which root runs`)])
})

test.runIf(mayMount)(
  'a link to a folder of another user in the place of its own ends the start with its name',
  async () => {
    const { data, start } = await rootServers(0o711)
    const theirs = join(data, '..', 'theirs')
    for (const folder of [data, theirs]) await mkdir(folder)
    await chown(theirs, NOBODY, NOBODY)
    await symlink(theirs, join(data, 'qemu'))
    const { code, stderr } = await start().ended
    expect([code, stderr]).toEqual([
      1,
      `skerry: ${await realpath(data)}/qemu is not of user 0, or something else than expected\n`,
    ])
  },
)

test.runIf(mayMount)('a server of root that would see no machine in /proc does not start', async () => {
  const { start } = await rootServers(0o711)
  const script = 'mount -t proc -o hidepid=2 proc /proc && exec "$@"'
  const { code, stderr } = await start({}, ['unshare', '--mount', 'sh', '-c', script, 'sh']).ended
  expect([code, stderr]).toEqual([1, expect.stringContaining('/proc hides the processes of other users')])
})

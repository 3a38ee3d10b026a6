import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type CgroupHost, findCgroups, thisCgroupHost, limitsText } from './find-cgroups.ts'

const USER = 1000

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cgroups-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** A folder that stands for /sys/fs/cgroup. @param isFirst whether its group is the kernel's first one */
async function mounted(isFirst: boolean, controllers = 'cpuset cpu io memory hugetlb pids'): Promise<string> {
  const mount = await scratch()
  await makeGroup(mount, isFirst, controllers)
  return mount
}

async function makeGroup(path: string, isFirst: boolean, controllers: string): Promise<void> {
  await mkdir(path, { recursive: true })
  const files = ['cgroup.procs', 'cgroup.subtree_control', ...(isFirst ? [] : ['cgroup.type'])]
  for (const file of files) await writeFile(join(path, file), '')
  await writeFile(join(path, 'cgroup.controllers'), `${controllers}\n`)
}

const host = (parts: Partial<CgroupHost>): CgroupHost => ({
  uid: 0,
  mount: undefined,
  own: '/',
  systemd: false,
  lingers: false,
  ...parts,
})

/** A program that stands for `systemd-run` in the path. */
async function withSystemdRun(script: string): Promise<void> {
  const folder = await scratch()
  await writeFile(join(folder, 'systemd-run'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const { PATH } = process.env
  process.env.PATH = `${folder}:${PATH}`
  onTestFinished(() => void (process.env.PATH = PATH))
}
/** Becomes the program after the options. */
const RUNS = 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"'
const ALL = ['memory', 'cpu', 'pids']

/** A mount in which the group of this process has limits. */
async function limited(values: Record<string, string>): Promise<string> {
  const mount = await mounted(true)
  const group = join(mount, thisCgroupHost().own)
  await mkdir(group, { recursive: true })
  for (const [file, value] of Object.entries(values)) await writeFile(join(group, file), `${value}\n`)
  return mount
}

test('root uses the first group of a host without systemd, wherever the server is', async () => {
  const mount = await mounted(true)
  expect(await findCgroups(host({ mount, own: '/openrc.skerry' }))).toEqual({
    kind: 'groups',
    above: mount,
    limits: ALL,
  })
})

test('in a container the group of the server is used, of which others may already be members', async () => {
  const mount = await mounted(false, 'memory pids')
  expect(await findCgroups(host({ mount }))).toEqual({ kind: 'groups', above: mount, limits: ['memory', 'pids'] })
})

test('an ordinary user uses the group that is delegated to him, also after the server has left it', async () => {
  const mount = await mounted(true)
  const above = join(mount, 'delegated')
  await makeGroup(above, false, 'memory')
  await mkdir(join(above, 'skerry-server'))
  const found = { kind: 'groups', above, limits: ['memory'] }
  expect(await findCgroups(host({ uid: USER, mount, own: '/delegated' }))).toEqual(found)
  expect(await findCgroups(host({ uid: USER, mount, own: '/delegated/skerry-server' }))).toEqual(found)
})

test('without a usable group the reason is given', async () => {
  const mount = await mounted(false)
  expect(await findCgroups(host({}))).toEqual({ problem: 'cgroup v2 is not mounted' })
  expect(await findCgroups(host({ mount, own: '/../other' }))).toEqual({
    problem: 'the cgroup of this process is not in the mounted ones',
  })
  const hybrid = await mounted(true, 'hugetlb')
  expect(await findCgroups(host({ mount: hybrid }))).toEqual({
    problem: `the cgroup ${hybrid} limits neither memory nor CPUs (cgroup v1 is not used)`,
  })
  // Neither is there for anyone to write.
  await rm(join(mount, 'cgroup.subtree_control'))
  expect(await findCgroups(host({ mount }))).toEqual({ problem: `the cgroup ${mount} is not this user's to write` })
})

test("systemd's scopes are used where it makes them, with the limits that they really have", async () => {
  await withSystemdRun(RUNS)
  const full = await limited({ 'memory.max': '536870912', 'cpu.max': '200000 100000', 'pids.max': '64' })
  const scopes = { kind: 'scopes', manager: 'system', slice: null, limits: ALL }
  expect(await findCgroups(host({ systemd: true, mount: full }))).toEqual(scopes)
  // A user's manager may have got no more.
  const part = await limited({ 'memory.max': '536870912', 'cpu.max': 'max 100000' })
  expect(await findCgroups(host({ uid: USER, systemd: true, lingers: true, mount: part }))).toEqual({
    kind: 'scopes',
    manager: 'user',
    slice: null,
    limits: ['memory'],
  })
  // Machines still outlive the server's unit.
  expect(await findCgroups(host({ systemd: true }))).toEqual({ ...scopes, limits: [] })
})

test('the group with all scopes is known where it is mounted', async () => {
  await withSystemdRun(RUNS)
  const mount = await limited({ 'cgroup.events': 'populated 1' })
  const { own } = thisCgroupHost()
  expect(await findCgroups(host({ systemd: true, mount }))).toMatchObject({ slice: resolve(join(mount, dirname(own))) })
})

test('the groups of systemd are not written by root, whose scopes fail', async () => {
  await withSystemdRun('echo "Failed to connect to bus" >&2; exit 1')
  expect(await findCgroups(host({ systemd: true, mount: await mounted(true) }))).toEqual({
    problem: 'systemd makes no scope: Failed to connect to bus',
  })
})

test('a user whose scopes would end with the session uses a delegated group', async () => {
  const mount = await mounted(true)
  const above = join(mount, 'system.slice/skerry.service')
  await makeGroup(above, false, 'memory pids')
  const [user, found] = [
    { uid: USER, systemd: true, mount },
    { kind: 'groups', above, limits: ['memory', 'pids'] },
  ]
  expect(await findCgroups(host({ ...user, own: '/system.slice/skerry.service/skerry-server' }))).toEqual(found)
  expect(await findCgroups(host({ ...user, own: '/none' }))).toEqual({
    problem: expect.stringMatching(/^systemd ends this user's scopes .*enable-linger, and the cgroup \S+none limits/),
  })
})

test('looking changes nothing', async () => {
  const mount = await mounted(false)
  await findCgroups(host({ mount }))
  expect(await readFile(join(mount, 'cgroup.subtree_control'), 'utf8')).toBe('')
})

test('the report says what is limited, how, and what each lack costs', () => {
  expect(limitsText({ kind: 'scopes', manager: 'system', slice: null, limits: ['memory', 'cpu', 'pids'] })).toEqual({
    found: 'memory, CPUs, processes by scopes of systemd, which outlive the server',
    cost: '',
  })
  expect(limitsText({ kind: 'groups', above: '/sys/fs/cgroup', limits: ['memory', 'pids'] }).found).toBe(
    'memory, processes by cgroups in /sys/fs/cgroup; busy machines slow the host down',
  )
  expect(limitsText({ problem: 'cgroup v2 is not mounted' })).toEqual({
    found: undefined,
    cost: 'one QEMU can use all memory, busy machines slow the host down, one QEMU can use all process ids: cgroup v2 is not mounted',
  })
})

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeBootDisk } from '../control-plane/src/platform/qemu/probe/boot-sector.ts'
import { cachedTinyLinux } from '../control-plane/src/platform/qemu/tiny-linux/cached-tiny-linux.ts'
import { endRealMachines } from '../tools/test/real-machines.ts'
import { lineOf, startBenchServer } from './lib/bench-server.ts'
import { median, report } from './lib/report.ts'
import { size, smokePostgres } from './lib/smoke.ts'

/**
 * From the request that creates an instance to the login prompt on its serial console, against the same image on a bare
 * QEMU command line, alternating. In a smoke run a boot sector stands for the system: that takes no second.
 */
const ROUNDS = size(5, 1)
const GIB = 2 ** 30
/** A second is for the sagas. */
const [MOST_RATIO, MOST_MORE_MS] = [1.25, 1000]
const ACCELERATOR = process.env.SKERRY_ACCELERATOR ?? 'tcg'
const POLL_MS = 20
const CHUNK = 512 * 1024

if (process.env.SKERRY_TEST_MACHINES === 'none') {
  console.log('NOT RUN  the programs for real machines are missing')
  process.exit()
}
const folder = await mkdtemp(join(tmpdir(), 'skerry-bench-machines-'))
const { image, prompt } = await bootDisk()
const server = await startBenchServer(undefined, {
  SKERRY_PLATFORM: 'qemu',
  SKERRY_ACCELERATOR: ACCELERATOR,
  // Its own: as root the server becomes a user whom the benchmark's PostgreSQL does not know.
  DATABASE_URL: '',
})
try {
  await server.send('POST', '/v1/projects', { name: 'bench', description: '' })
  const imageId = await upload()
  const ratios: number[] = []
  const within: boolean[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [ours, bare] = [await throughSkerry(imageId, round < ROUNDS - 1), await onBareQemu()]
    console.log(`        through Skerry: ${ours.toFixed(0)} ms, bare QEMU: ${bare.toFixed(0)} ms`)
    ratios.push(ours / bare)
    within.push(ours <= bare * MOST_RATIO + MOST_MORE_MS)
  }
  const most = within.filter(Boolean).length
  report(
    'create to prompt against bare QEMU',
    median(ratios).toFixed(2),
    `at most ${MOST_RATIO} and ${MOST_MORE_MS} ms in most rounds`,
    most > ROUNDS / 2,
  )
} finally {
  await server.close(() => endRealMachines(server.data))
  await rm(folder, { recursive: true })
}

async function bootDisk(): Promise<{ image: string; prompt: string }> {
  if (!smokePostgres) return { image: await cachedTinyLinux(tmpdir()), prompt: 'login:' }
  const image = join(folder, 'boot-sector')
  await writeBootDisk(image, 'It runs')
  return { image, prompt: 'It runs' }
}

async function upload(): Promise<string> {
  const disk = (what: string) => `/v1/disks/image/${what}?project=bench`
  const disk_source = { type: 'importing_blocks', block_size: 512 }
  await server.send('POST', '/v1/disks?project=bench', { name: 'image', description: '', size: GIB, disk_source })
  await server.send('POST', disk('bulk-write-start'))
  const bytes = await readFile(image)
  for (let offset = 0; offset < bytes.length; offset += CHUNK) {
    const base64_encoded_data = bytes.subarray(offset, offset + CHUNK).toString('base64')
    await server.send('POST', disk('bulk-write'), { offset, base64_encoded_data })
  }
  await server.send('POST', disk('bulk-write-stop'))
  await server.send('POST', disk('finalize'), { snapshot_name: 'image' })
  const { id } = await server.send<{ id: string }>('GET', '/v1/snapshots/image?project=bench')
  const made = { name: 'image', description: '', os: 'tiny', version: '1', source: { type: 'snapshot', id } }
  return (await server.send<{ id: string }>('POST', '/v1/images?project=bench', made)).id
}

/** Resolves to the time in ms. @param removes the instance afterwards, which takes a minute if the guest ignores it */
async function throughSkerry(imageId: string, removes: boolean): Promise<number> {
  const instance = '/v1/instances/one'
  const disk_source = { type: 'image', image_id: imageId }
  const began = performance.now()
  await server.send('POST', '/v1/instances?project=bench', {
    name: 'one',
    description: '',
    hostname: 'one',
    ncpus: 1,
    memory: GIB,
    network_interfaces: { type: 'none' },
    boot_disk: { type: 'create', name: 'one', description: '', size: GIB, disk_source },
  })
  const isUp = async () => {
    const path = `${instance}/serial-console?project=bench&from_start=0`
    const { data } = await server.send<{ data: number[] }>('GET', path)
    return Buffer.from(data).includes(prompt)
  }
  await until(() => isUp().catch(() => false))
  const took = performance.now() - began
  if (!removes) return took
  await server.send('POST', `${instance}/stop?project=bench`)
  const { send } = server
  await until(
    async () => (await send<{ run_state: string }>('GET', `${instance}?project=bench`)).run_state === 'stopped',
  )
  await server.send('DELETE', `${instance}?project=bench`)
  await server.send('DELETE', '/v1/disks/one?project=bench')
  return took
}

async function onBareQemu(): Promise<number> {
  const overlay = join(folder, 'overlay.qcow2')
  const began = performance.now()
  await promisify(execFile)('qemu-img', ['create', '-q', '-f', 'qcow2', '-F', 'raw', '-b', image, overlay])
  const qemu = spawn(
    'qemu-system-x86_64',
    ['-nodefaults', '-no-user-config', '-display', 'none', '-machine', 'q35', '-accel', ACCELERATOR]
      .concat(['-cpu', ACCELERATOR === 'kvm' ? 'host' : 'max', '-smp', '1', '-m', 'size=1024M'])
      .concat(['-device', 'virtio-scsi-pci', '-drive', `file=${overlay},if=none,id=disk,format=qcow2`])
      .concat(['-device', 'scsi-hd,drive=disk,bootindex=0', '-serial', 'stdio']),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await lineOf(qemu, new RegExp(prompt))
  const took = performance.now() - began
  qemu.kill('SIGKILL')
  await once(qemu, 'exit')
  return took
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
}

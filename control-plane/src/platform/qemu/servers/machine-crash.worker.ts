import { atRest, call, instance } from '../../../node/crashes/source-crash.fixtures.ts'
import { open, processesOf } from './machine-crash.fixtures.ts'

/**
 * One control plane of machine-crash.spec.ts: creates a machine, takes a snapshot of its disk, stops and deletes it,
 * and is killed at the given boundary, alone or with all processes that it has started.
 */
const [url = '', folder = '', tag = '', boundary = '', killed = ''] = process.argv.slice(2)

let counting = false
let passed = 0
const plane = await open({ url, folder, tag }, () => {
  if (!counting || ++passed !== Number(boundary)) return
  if (killed === 'everything') for (const { pid } of processesOf(folder)) end(pid)
  end(process.pid)
})

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

await plane.start()
await atRest(plane.services)
const { id: imageId } = await call(plane, 'GET', 'images/boots?project=p')
counting = true

async function ask(method: string, path: string, body?: object): Promise<void> {
  await call(plane, method, `${path}?project=p`, body)
  await atRest(plane.services)
}
const disk_source = { type: 'image', image_id: imageId }
await ask(
  'POST',
  'instances',
  instance('machine', {
    start: true,
    network_interfaces: { type: 'default' },
    external_ips: [{ type: 'ephemeral' }],
    boot_disk: { type: 'create', name: 'disk', description: '', size: 2 ** 30, disk_source },
  }),
)
await ask('POST', 'snapshots', { name: 'snapshot', description: '', disk: 'disk' })
await ask('POST', 'instances/machine/stop')
await ask('DELETE', 'instances/machine')
await ask('DELETE', 'disks/disk')
await ask('DELETE', 'snapshots/snapshot')
await plane.stop()
process.stdout.write('reached the end')

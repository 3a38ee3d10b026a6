import { mkdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Running } from '../../../node/testing/running.ts'
import { MachineFolder } from '../machines/record/machine-folder.ts'
import { command } from '../networks/commands.ts'
import { mayMount, rootServers } from '../testing/root-servers.ts'

const MiB = 2 ** 20
/** An eighth of the file system. */
const RESERVED = 200 * MiB

test.runIf(mayMount)(
  'on a full file system of its own the platform still records what happens, deletes, and starts nothing',
  async () => {
    const { data, start } = await rootServers(0o755)
    const storage = join(data, 'qemu')
    await mkdir(storage, { recursive: true })
    await command('mount', ['-t', 'tmpfs', '-o', 'size=1600m,mode=0700', 'tmpfs', storage])
    onTestFinished(async () => void (await command('umount', ['--lazy', storage])))
    const [reserve, filler] = [join(storage, 'reserve'), join(storage, 'filler')]
    const reserved = () =>
      stat(reserve).then(
        ({ blocks }) => blocks * 512,
        () => 0,
      )

    const running = new Running(data, (environment) => start(environment))
    onTestFinished(() => running.process[Symbol.asyncDispose]())
    await running.start()
    // At first it is less than the storage, which has little more than the disk needs.
    await running.ok('PUT', 'system/silos/default/quotas', { storage: 2 ** 40 })
    await running.ok('POST', 'projects', { name: 'full', description: '' })
    const blank = { size: 2 ** 30, disk_source: { type: 'blank', block_size: 512 } }
    const disk = await running.ok('POST', 'disks?project=full', { name: 'disk', description: '', ...blank })
    const instanceOf = (name: string, start: boolean) => ({
      name,
      description: '',
      hostname: name,
      ncpus: 1,
      memory: 2 ** 30,
      start,
      auto_restart_policy: 'never',
    })
    const runs = await running.ok('POST', 'instances?project=full', instanceOf('runs', true))
    const stays = await running.ok('POST', 'instances?project=full', instanceOf('stays', false))
    const stateOf = async ({ id }: { id: string }) => (await running.ok('GET', `instances/${id}`)).run_state
    const kill = async ({ id }: { id: string }) => {
      const { run } = await new MachineFolder(join(storage, 'machines', id)).readState()
      process.kill(run!.process!.pid, 'SIGKILL')
      await expect.poll(() => stateOf({ id })).toBe('failed')
    }
    await expect.poll(() => stateOf(runs)).toBe('running')
    await expect.poll(reserved).toBe(RESERVED)
    /** Ends it again if it was started. */
    const startOf = async () => {
      const answer = await running.call('POST', `instances/${stays.id}/start`)
      if (answer.status !== 202) return answer
      await expect.poll(() => stateOf(stays)).toBe('running')
      await kill(stays)
      return answer
    }

    const { bavail, bsize } = await statfs(storage)
    await command('fallocate', ['--length', `${bavail * bsize}`, filler])
    await expect.poll(reserved).toBe(0)
    await expect.poll(() => running.process.output()).toContain(`${storage} is full: released what is reserved there`)
    // It looks every two seconds.
    await expect.poll(startOf).toMatchObject({ status: 507, body: { error_code: 'InsufficientCapacity' } })
    expect(await stateOf(runs)).toBe('running')

    await running.kill()
    await running.start()
    expect(await stateOf(runs)).toBe('running')
    await kill(runs)
    await running.ok('DELETE', `disks/${disk.id}`)
    expect((await running.call('GET', `disks/${disk.id}`)).status).toBe(404)

    await rm(filler)
    await expect.poll(startOf).toMatchObject({ status: 202 })
    await expect.poll(reserved).toBe(RESERVED)
  },
)

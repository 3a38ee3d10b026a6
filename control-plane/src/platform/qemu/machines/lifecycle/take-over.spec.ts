import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { type Bed, onSite } from '../../../conformance/bed.ts'
import { newId } from '../../../conformance/declared.ts'
import type { PlatformUnderTest } from '../../../conformance/platform-under-test.ts'
import { logIn } from '../../../conformance/terminal.ts'
import { isAlive, startTimeOf } from '../../base/process-id.ts'
import type { QemuSite } from '../../testing/qemu-site.ts'
import { onQemuShort } from '../../testing/short-form.ts'
import { QmpClient } from '../qmp/qmp-client.ts'

const folderOf = (bed: Bed, id: string) => (bed.site as QemuSite).folderOf(id)
const stateOf = (bed: Bed, id: string) => folderOf(bed, id).readState()

/** Changes while no process of the platform runs. */
async function inAbsence(bed: Bed, happens: () => Promise<void>): Promise<void> {
  await bed.platform.close()
  await happens()
  await bed.restart('killed')
}

/** Cases in which the old process knew less of a machine than the new one finds, or nothing. */
function describeTakeOver(under: PlatformUnderTest): void {
  const test = onSite(under)

  describe('while no server runs', () => {
    test('a guest that powers off has stopped, and does not begin again', async (bed) => {
      const { spec, running } = await bed.machine()
      const terminal = await logIn(bed, spec.id)
      const { process } = (await stateOf(bed, spec.id)).run!
      await terminal.type(`(sleep 1; poweroff) &\r`)
      await bed.eventually(() => terminal.text.split(bed.site.guest.prompt).length).toBeGreaterThan(2)
      await inAbsence(bed, async () => {
        await bed.eventually(() => statusOf(bed, spec.id)).toBe('shutdown')
      })
      const { runId, reason } = await bed.event('instance-stopped', spec.id)
      expect([runId, reason]).toEqual([running.runId, 'The guest powered off'])
      expect(isAlive(process!)).toBe(false)
    })

    test('a machine whose process ends has failed, with the last lines that it wrote', async (bed) => {
      const { spec, running } = await bed.machine()
      const terminal = await logIn(bed, spec.id)
      await terminal.type(bed.site.guest.echo('my-last-words'))
      await bed.eventually(() => terminal.text).toContain('\nmy-last-words\r\n')
      await inAbsence(bed, async () => {
        await bed.site.controls.crashMachine(spec.id)
      })
      const { runId, reason } = await bed.event('instance-failed', spec.id)
      expect(runId).toBe(running.runId)
      expect(reason).toContain('my-last-words')
    })
  })

  describe('a server that ends', () => {
    test('before it has noted the process that it started leaves no such process', async (bed) => {
      const { spec } = await bed.machine()
      const state = await stateOf(bed, spec.id)
      await inAbsence(bed, () =>
        folderOf(bed, spec.id).writeState({ ...state, phase: 'starting', run: { ...state.run!, process: null } }),
      )
      expect(isAlive(state.run!.process!)).toBe(false)
      expect(await bed.listed(spec.id)).toEqual([])
      await bed.start(spec)
    })

    test('before the first instruction of a machine that is on record lets it execute', async (bed) => {
      const { spec, running } = await bed.machine()
      const [state, { path }] = [await stateOf(bed, spec.id), folderOf(bed, spec.id).qemu]
      const run = state.run!
      const text = await readFile(`/proc/${run.process!.pid}/cmdline`, 'utf8')
      const [program, ...args] = text.split('\0').slice(0, -1)
      await inAbsence(bed, async () => {
        await bed.site.controls.crashMachine(spec.id)
        await bed.eventually(() => isAlive(run.process!)).toBe(false)
        const as = run.user === null ? {} : { uid: run.user, gid: run.user }
        const { pid } = spawn(program!, args, { cwd: path, detached: true, stdio: 'ignore', ...as })
        const process = { ...run.process!, pid: pid!, startTime: startTimeOf(pid!)! }
        await folderOf(bed, spec.id).writeState({ ...state, run: { ...run, process } })
        await bed.eventually(() => statusOf(bed, spec.id).catch(() => '')).toBe('prelaunch')
      })
      await logIn(bed, spec.id)
      expect(await bed.listed(spec.id)).toMatchObject([running])
    })

    test('a reboot by request is none by the guest, though its firmware resets the machine again', async (bed) => {
      const { spec } = await bed.machine()
      await bed.reboot(spec.id, newId())
      await logIn(bed, spec.id)
      expect(bed.eventsOf(spec.id)).toEqual([])
    })

    test('while a guest shuts down to reboot leaves it to the next one, in the prepared run', async (bed) => {
      const [{ spec, running }, request] = [await bed.machine(), newId()]
      const { pid } = (await stateOf(bed, spec.id)).run!.process!
      // It does not answer meanwhile: the reboot waits for it once it is on record.
      process.kill(pid, 'SIGSTOP')
      void bed.reboot(spec.id, request)
      await bed.eventually(async () => (await stateOf(bed, spec.id)).phase).toBe('rebooting')
      const prepared = JSON.parse(await readFile(folderOf(bed, spec.id).file('nextRun'), 'utf8'))
      process.kill(pid, 'SIGCONT')
      await bed.restart('killed')
      const { runId, next } = await bed.event('instance-rebooted', spec.id)
      expect([runId, next.runId]).toEqual([running.runId, prepared.run.runId])
      expect(await bed.reboot(spec.id, request)).toMatchObject(next)
      expect(bed.eventsOf(spec.id)).toHaveLength(1)
    })

    test('of an earlier version in the midst of a reboot leaves it to the next one, which reports it', async (bed) => {
      const { spec, running } = await bed.machine()
      const [state, request] = [await stateOf(bed, spec.id), newId()]
      await inAbsence(bed, () =>
        folderOf(bed, spec.id).writeState({ ...state, phase: 'rebooting', rebootRequest: request }),
      )
      const { runId, next } = await bed.event('instance-rebooted', spec.id)
      expect(runId).toBe(running.runId)
      expect(await bed.reboot(spec.id, request)).toMatchObject(next)
      expect(bed.eventsOf(spec.id)).toHaveLength(1)
    })

    test('before an event is stored leaves it to the next one, with its id', async (bed) => {
      bed.unsubscribe()
      const { spec } = await bed.machine()
      await bed.site.controls.crashMachine(spec.id)
      await bed.eventually(async () => (await stateOf(bed, spec.id)).events.length).toBe(1)
      const [event] = (await stateOf(bed, spec.id)).events
      await bed.restart('killed')
      expect(await bed.event('instance-failed', spec.id)).toEqual(event)
      await bed.eventually(async () => (await stateOf(bed, spec.id)).events).toEqual([])
      expect(bed.eventsOf(spec.id)).toHaveLength(1)
    })
  })
}

async function statusOf(bed: Bed, id: string): Promise<string> {
  const qmp = await QmpClient.connect(await (bed.site as QemuSite).socketOf(id, 'qmp'))
  const { status } = await qmp.execute('query-status')
  qmp.close()
  return status
}

describeTakeOver(
  onQemuShort(
    'a machine whose process ends has failed, with the last lines that it wrote',
    'while a guest shuts down to reboot leaves it to the next one, in the prepared run',
    'before an event is stored leaves it to the next one, with its id',
  ),
)

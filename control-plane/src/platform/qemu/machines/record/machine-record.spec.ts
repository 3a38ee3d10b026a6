import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../../clock/clock.ts'
import { instanceSpec, newId } from '../../../conformance/declared.ts'
import type { PlatformEvent } from '../../../interface/platform.ts'
import { Work } from '../../base/work.ts'
import { command } from '../../networks/commands.ts'
import { MachineFolder } from './machine-folder.ts'
import { MachineRecord } from './machine-record.ts'
import { occupiedResources, newRun } from './machine-state.ts'

/** Counts the times that a state is written, or would be if there were space. */
class CountedFolder extends MachineFolder {
  writes = 0

  override async writeState(...written: Parameters<MachineFolder['writeState']>): Promise<void> {
    this.writes += 1
    await super.writeState(...written)
  }
}

/** The record of a machine that runs, in that folder. */
async function recordIn(path: string) {
  const [machineId, folder, events] = [newId(), new CountedFolder(join(path, 'machine')), new Array<PlatformEvent>()]
  const emit = (event: PlatformEvent) => void events.push(event)
  const record = new MachineRecord({ machineId, folder, work: new Work(systemClock), emit, later: async () => {} })
  const held = { ...occupiedResources(instanceSpec(machineId, newId(), [])), user: null, sshPort: null }
  const run = { ...newRun(), ...held, startedAt: new Date(), process: null, network: null }
  await record.begin(run)
  await record.store({ phase: 'running' })
  return { record, folder, run, events }
}

async function emptyFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'machine-record-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

test.runIf(process.getuid?.() === 0)('the run after a reboot by the guest begins once there is space', async () => {
  const path = await mkdtemp(join(tmpdir(), 'machine-record-'))
  await command('mount', ['-t', 'tmpfs', '-o', 'size=1m,nr_inodes=30', 'tmpfs', path])
  onTestFinished(async () => {
    await command('umount', ['--lazy', path])
    await rmdir(path)
  })
  const { record, folder, run, events } = await recordIn(path)
  const fill = () => {
    for (let at = 0; ; at++) writeFileSync(join(path, `file-${at}`), '')
  }
  expect(fill).toThrow('ENOSPC')
  await record.reportReboot()
  await record.save({ started: null })
  folder.writes = 0
  await record.settle()
  expect([record.state.run, record.isStored, events, folder.writes]).toEqual([run, false, [], 1])

  for (const name of await readdir(path)) if (name.startsWith('file-')) await rm(join(path, name))
  await record.settle()
  const next = (await folder.readState()).run!
  expect(next.runId).not.toBe(run.runId)
  expect(events).toMatchObject([{ kind: 'instance-rebooted', runId: run.runId, next: { runId: next.runId } }])
  expect(record.isStored).toBe(true)
})

test('a reboot by the guest is not lost when its storage fails', async () => {
  const { record, folder, run, events } = await recordIn(await emptyFolder())
  const inTheWay = `${folder.file('run')}.draft`
  await mkdir(inTheWay)
  await expect(record.reportReboot()).rejects.toMatchObject({ code: 'ERR_FS_EISDIR' })
  await expect(record.settle()).rejects.toMatchObject({ code: 'ERR_FS_EISDIR' })
  expect([record.state.run, record.isStored, events]).toEqual([run, false, []])

  await rmdir(inTheWay)
  await record.settle()
  expect(events).toMatchObject([{ kind: 'instance-rebooted', runId: run.runId }])
  expect(record.isStored).toBe(true)
})

test('a machine in whose run it was rebooted by the guest may end before that is stored', async () => {
  const { record, folder, events } = await recordIn(await emptyFolder())
  const inTheWay = `${folder.file('run')}.draft`
  await mkdir(inTheWay)
  await expect(record.reportReboot()).rejects.toMatchObject({ code: 'ERR_FS_EISDIR' })
  await rmdir(inTheWay)
  await record.save({ run: null })
  expect(record.isStored).toBe(true)
  await record.settle()
  expect(events).toEqual([])
})

import { describe, expect } from 'vitest'
import { onSite, rejects } from './bed.ts'
import { newId, NOTHING, vpcDocument } from './declared.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'
import { logIn, Terminal } from './terminal.ts'

const BYTES = Uint8Array.from({ length: 4096 }, (_, at) => 1 + (at % 251))

/** How a new process of the platform adopts what exists. */
export function describeRestore(under: PlatformUnderTest): void {
  const test = onSite(under)

  describeStorageRestore(under)

  describe.each([{ end: 'closed' as const }, { end: 'killed' as const }])(
    'after a process that was $end',
    ({ end }) => {
      test('running machines are adopted with their runs', async (bed) => {
        const machines = await Promise.all(Array.from({ length: Math.min(8, under.maxMachines) }, () => bed.machine()))
        await bed.restart(end)
        for (const { spec, running } of machines) {
          expect(await bed.listed(spec.id)).toEqual([{ instanceId: spec.id, ...running, repairing: false }])
          expect(await bed.start(spec)).toEqual(running)
        }
        expect(bed.events).toEqual([])
      })

      test('an adopted machine stops, reboots, fails and is released as any other', async (bed) => {
        const [stopped, rebooted, crashed, released] = await Promise.all(Array.from({ length: 4 }, () => bed.machine()))
        await bed.restart(end)
        const { instances } = bed.platform
        await instances.stop(stopped!.spec.id)
        const { runId } = await instances.reboot(rebooted!.spec.id, newId())
        await bed.site.controls.crashMachine(crashed!.spec.id)
        await instances.release(released!.spec.id)
        expect(await bed.event('instance-failed', crashed!.spec.id)).toMatchObject({ runId: crashed!.running.runId })
        const listed = (await instances.list()).instances
        expect(listed).toMatchObject([{ instanceId: rebooted!.spec.id, runId }])
      })

      test('an instance that should not run does not', async (bed) => {
        const { spec } = await bed.machine()
        await bed.platform.instances.stop(spec.id)
        bed.keepMachine(spec, null)
        await bed.restart(end)
        expect(await bed.listed(spec.id)).toEqual([])
        expect(bed.events).toEqual([])
      })

      test('a machine that the platform does not have is reported as failed, in its run', async (bed) => {
        const spec = await bed.machineSpec()
        const run = { runId: newId(), bootedAt: new Date('2026-01-01'), sledId: newId() }
        bed.keepMachine({ ...spec, sledId: run.sledId }, run)
        await bed.restart(end)
        expect(await bed.event('instance-failed', spec.id)).toMatchObject({ runId: run.runId })
        expect(await bed.listed(spec.id)).toEqual([])
        expect(bed.eventsOf(spec.id)).toHaveLength(1)
      })

      test('a machine that is in another run than the desired one is reported as rebooted', async (bed) => {
        if (!under.machinesOutlive) return
        const { spec, running } = await bed.machine()
        const earlier = { ...running, runId: newId() }
        bed.keepMachine(spec, earlier)
        await bed.restart(end)
        const { runId, bootedAt } = running
        const next = { runId, bootedAt }
        expect(await bed.event('instance-rebooted', spec.id)).toMatchObject({ runId: earlier.runId, next })
        expect(await bed.listed(spec.id)).toMatchObject([running])
        expect(bed.eventsOf(spec.id)).toHaveLength(1)
      })

      test('a machine that is not restored is left alone, if it outlives its process', async (bed) => {
        const { spec, running } = await bed.machine()
        bed.desired = NOTHING
        await bed.restart(end)
        const left = { instanceId: spec.id, ...running, repairing: false }
        expect(await bed.listed(spec.id)).toEqual(under.machinesOutlive ? [left] : [])
        expect(bed.events).toEqual([])
      })

      test('the serial history goes on, of a machine that outlives its process', async (bed) => {
        if (!under.machinesOutlive) return
        const { spec } = await bed.machine()
        const terminal = await logIn(bed, spec.id)
        const { bytes } = await bed.platform.instances.serial.history(spec.id, { fromStart: 0 }, terminal.end)
        await bed.restart(end)
        const { serial } = bed.platform.instances
        expect((await serial.history(spec.id, { fromStart: 0 }, bytes.length)).bytes).toEqual(bytes)
        const after = await Terminal.open(bed, spec.id, { fromStart: terminal.end })
        await after.type(bed.site.guest.echo('still-here'))
        await bed.eventually(() => after.text).toContain('\nstill-here\r\n')
        expect(after.end - after.length).toBe(terminal.end)
      })

      test('a serial console opens on an adopted machine', async (bed) => {
        const { spec } = await bed.machine()
        await bed.restart(end)
        const { serial } = bed.platform.instances
        const stream = await serial.open(spec.id, { fromStart: 0 })
        const written = () => serial.history(spec.id, { fromStart: 0 }).then(({ bytes }) => bytes.length)
        await bed.eventually(written).toBeGreaterThan(0)
        stream.close()
      })

      test('a start that was running runs once when it is repeated', async (bed) => {
        const spec = await bed.machineSpec()
        bed.keepMachine(spec, null)
        bed.platform.instances.start(spec).catch(() => {})
        await bed.restart(end)
        const running = await bed.start(spec)
        expect(await bed.listed(spec.id)).toEqual([{ instanceId: spec.id, ...running, repairing: false }])
      })
    },
  )

  test('a restore of much is complete', async (bed) => {
    const volumes = await Promise.all(Array.from({ length: 32 }, () => bed.volumeOf(BYTES)))
    const vpcs = Array.from({ length: 32 }, () => vpcDocument(newId(), 3))
    await Promise.all(vpcs.map((document) => bed.platform.networks.ensureVpc(document)))
    bed.desired = { ...bed.desired, vpcs }
    await bed.restart('killed')
    for (const { id } of volumes) expect(await bed.platform.volumes.read(id, 0, BYTES.length)).toEqual(BYTES)
    for (const { id } of vpcs) expect(await bed.site.controls.vpcInForce(id)).toBe(3)
    expect(bed.events).toEqual([])
  })

  test('a closed platform takes no calls', async (bed) => {
    const { platform } = bed
    const spec = await bed.volume()
    await platform.close()
    await rejects(platform.check(), 'transient')
    await rejects(platform.instances.list(), 'transient')
    await rejects(platform.volumes.deleteVolume(spec.id), 'transient')
    await platform.close()
    await bed.restart('killed')
    expect(await bed.platform.volumes.read(spec.id, 0, 512)).toEqual(new Uint8Array(512))
  })
}

/** Likewise for volumes, snapshots and images. */
export function describeStorageRestore(under: PlatformUnderTest): void {
  const test = onSite(under)

  describe.each([{ end: 'closed' as const }, { end: 'killed' as const }])(
    'after a process that was $end',
    ({ end }) => {
      test('volumes, snapshots and images that are not restored are left alone', async (bed) => {
        const volume = await bed.volumeOf(BYTES)
        const snapshot = await bed.snapshot(volume.id)
        const image = await bed.image(snapshot.id)
        const { desired } = bed
        bed.desired = NOTHING
        await bed.restart(end)
        bed.desired = desired
        await bed.restart(end)
        for (const { id } of [volume, snapshot, image])
          expect(await bed.platform.volumes.read(id, 0, BYTES.length)).toEqual(BYTES)
        expect(bed.events).toEqual([])
      })
    },
  )
}

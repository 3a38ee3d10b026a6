import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { HostMeter } from './host-meter.ts'
import type { LinkCounters } from './link-counters.ts'

const sled = { id: 'sled', rackId: 'rack', baseboard: { part: 'PC', serial: 'S1', revision: 0 } }

const link = (bytesSent: bigint): LinkCounters => ({
  bytesSent,
  bytesReceived: 0n,
  packetsSent: 0n,
  packetsReceived: 0n,
  errorsSent: 0n,
  errorsReceived: 0n,
  droppedSent: 0n,
  droppedReceived: 0n,
})

test('links of hardware are counted from the first measurement, and again when the kernel counts again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skerry-links-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'eth0', 'device'), { recursive: true })
  await mkdir(join(folder, 'br0'))
  let sent = 0n
  const links = async () => new Map(['eth0', 'br0'].map((name) => [name, link(sent)]))
  const meter = new HostMeter(sled, { folder, links })
  const seen = async (time: number, bytes: bigint) => {
    sent = bytes
    const found = (await meter.measure(time)).filter(({ series }) => series === 'sled_data_link:bytes_sent')
    return found.map(({ fields, startedAt, value }) => [fields['link_name'], startedAt, value])
  }
  expect(await seen(5000, 700n)).toEqual([['eth0', 5000, 0n]])
  expect(await seen(10_000, 750n)).toEqual([['eth0', 5000, 50n]])
  expect(await seen(15_000, 20n)).toEqual([['eth0', 15_000, 0n]])
  expect(await seen(20_000, 25n)).toEqual([['eth0', 15_000, 5n]])
})

test('the links of this host have the fields of a sled', async () => {
  const measured = await new HostMeter(sled).measure(5000)
  for (const { fields } of measured)
    expect(fields).toEqual({
      kind: 'physical',
      link_name: expect.any(String),
      rack_id: 'rack',
      zone_name: 'global',
      sled_id: 'sled',
      sled_model: 'PC',
      sled_revision: 0,
      sled_serial: 'S1',
    })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { ManualClock } from '../../clock/clock.ts'
import { NOTHING } from '../conformance/declared.ts'
import type { InstanceSpec, SerialChunk, SerialStream } from '../interface/instances.ts'
import type { PlatformEvent } from '../interface/platform.ts'
import { MemoryVolumeStore } from '../volume-store/memory-volume-store.ts'
import { Simulator } from './simulator.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

let clock: ManualClock
let platform: Simulator
let spec: InstanceSpec
beforeEach(async () => {
  clock = new ManualClock()
  platform = new Simulator({ clock, volumeStore: new MemoryVolumeStore() })
  const { sleds } = await platform.hardware.inventory()
  spec = {
    id: 'i',
    projectId: 'project',
    siloId: 'silo',
    sledId: sleds[0]?.id ?? '',
    hostname: 'web-1',
    ncpus: 2,
    memoryBytes: 2 ** 32,
    volumes: [],
    nics: [{ id: 'n', name: 'net0', mac: 'A8:40:25:F0:00:01', ip: '172.30.0.5', prefixLength: 22, primary: true }],
    firmware: 'auto',
    userData: new Uint8Array(),
    sshPublicKeys: [],
  }
  const starting = platform.instances.start(spec)
  await clock.advance(3000)
  await starting
  return () => platform.close()
})

/** Reads a stream in the background. `gaps` counts chunks that do not follow the previous one. */
function follow(stream: SerialStream) {
  const letters = new TextDecoder()
  const seen = { text: '', bytes: 0, next: -1, gaps: 0, end: null as string | null }
  const add = ({ offset, bytes }: SerialChunk) => {
    if (seen.next >= 0 && offset !== seen.next) seen.gaps++
    seen.next = offset + bytes.length
    seen.bytes += bytes.length
    seen.text = (seen.text + letters.decode(bytes, { stream: true })).slice(-4000)
  }
  const read = async () => {
    for await (const chunk of stream.output) add(chunk)
  }
  read().then(
    () => (seen.end = 'closed'),
    (error: { kind: string }) => (seen.end = error.kind),
  )
  return seen
}

async function history(): Promise<string> {
  return decoder.decode((await platform.instances.serial.history('i', { fromStart: 0 })).bytes)
}

const type = (stream: SerialStream, text: string) => stream.write(encoder.encode(text))

async function logIn() {
  const stream = await platform.instances.serial.open('i', { mostRecent: 0 })
  const seen = follow(stream)
  await type(stream, 'ann\r')
  await clock.advance(0)
  seen.text = ''
  return { stream, seen }
}

describe('the machine', () => {
  test('writes its boot text over the three seconds of a start, then a login prompt', async () => {
    expect(await history()).toMatch(/^Starting firmware .*CPU: 2 online.*eth0: a8:40:25:f0:00:01.*web-1 login: $/s)
    const rebooting = platform.instances.reboot('i', 'r')
    await clock.advance(1500)
    const half = (await history()).split('Restarting')[1] ?? ''
    expect(half).toContain('Starting firmware')
    expect(half).not.toContain('login:')
    await clock.advance(1500)
    await rebooting
    expect(await history()).toMatch(/login: $/)
  })

  test('echoes input, including corrections, and runs commands', async () => {
    const { stream, seen } = await logIn()
    await type(stream, 'uptimé\x7fe\r')
    await clock.advance(0)
    expect(seen.text).toBe('uptimé\b \be\r\n 00:00:03 up 0:00, 1 user, load average: 0.08, 0.12, 0.09\r\nann@web-1:~$ ')
    seen.text = ''
    await type(stream, '\x1b[A\rip a\rnonsense\r')
    await clock.advance(0)
    expect(seen.text).toContain('inet 172.30.0.5/22 scope global eth0\r\n')
    expect(seen.text).toContain('nonsense: command not found\r\nann@web-1:~$ ')
    seen.text = ''
    await type(stream, 'help\r')
    await clock.advance(0)
    expect(seen.text).toMatch(/uptime {2}ip a .* panic/)
  })

  test('writes a line per minute and keeps the input line', async () => {
    const { stream, seen } = await logIn()
    await type(stream, 'ech')
    await clock.advance(180_000)
    expect(seen.text.match(/web-1: all is well at/g)).toHaveLength(3)
    expect(seen.text).toMatch(/ann@web-1:~\$ ech$/)
    await type(stream, 'o hello\r')
    await clock.advance(0)
    expect(seen.text).toContain('\r\nhello\r\n')
  })

  test('writes its lines when they are read, without timers before', async () => {
    expect(clock.pending).toBe(0)
    await clock.advance(180_000)
    expect((await history()).match(/web-1: all is well at/g)).toHaveLength(3)
    const stream = await platform.instances.serial.open('i', { mostRecent: 0 })
    const seen = follow(stream)
    await clock.advance(60_000)
    expect(seen.text).toContain('web-1: all is well at 00:04:03')
    stream.close()
    await clock.advance(60_000)
    expect(clock.pending).toBe(0)
  })

  test('that booted before this process generates the output of the last hour', async () => {
    const bootedAt = new Date(clock.now().getTime() - 3 * 3_600_000)
    const instances = [{ spec: { ...spec, id: 'old' }, run: { runId: 'r', bootedAt } }]
    await platform.restore({ ...NOTHING, instances })
    expect(clock.pending).toBe(0)
    const seen = follow(await platform.instances.serial.open('old', { fromStart: 0 }))
    await clock.advance(0)
    const all = decoder.decode((await platform.instances.serial.history('old', { fromStart: 0 })).bytes)
    expect(all).toMatch(/^Starting firmware .*web-1: all is well at 00:00:03\r\nweb-1 login: $/s)
    expect(all.match(/all is well/g)).toHaveLength(61)
    expect(seen.next).toBe(all.length)
    await clock.advance(60_000)
    expect(seen.text).toMatch(/web-1: all is well at 00:01:03\r\nweb-1 login: $/)
    expect(seen.gaps).toBe(0)
  })

  test('fails on panic, which ends its streams', async () => {
    const events: PlatformEvent[] = []
    platform.subscribe(async (event) => void events.push(event))
    const { stream, seen } = await logIn()
    await type(stream, 'panic\r')
    await clock.advance(0)
    expect(events).toMatchObject([{ kind: 'instance-failed', instanceId: 'i', reason: 'Kernel panic' }])
    expect(seen.end).toBe('gone')
    expect(await history()).toContain('Kernel panic - not syncing')
    await expect(platform.instances.serial.open('i', { mostRecent: 0 })).rejects.toMatchObject({ kind: 'gone' })
  })
})

describe('a stream', () => {
  test('can be closed, and running output interrupted', async () => {
    const { stream, seen } = await logIn()
    const lazy = await platform.instances.serial.open('i', { mostRecent: 0 })
    await type(stream, 'seq 5000000\r')
    await clock.advance(10)
    await type(stream, '\x03')
    lazy.close()
    await clock.advance(10)
    expect(seen.text).toMatch(/\^C\r\nann@web-1:~\$ $/)
    stream.close()
    await clock.advance(0)
    expect(seen.end).toBe('closed')
  })
})

describe('a machine with excessive input', () => {
  test('accepts at most a full line and echoes it as one chunk', async () => {
    const { stream, seen } = await logIn()
    const before = seen.bytes
    for (let i = 0; i < 40; i++) await stream.write(new Uint8Array(60_000).fill(0x61))
    await clock.advance(0)
    expect(seen.bytes - before).toBe(4096)
    await type(stream, '\rhostname\r')
    await clock.advance(0)
    expect(seen.text).toMatch(/command not found\r\nann@web-1:~\$ hostname\r\nweb-1\r\nann@web-1:~\$ $/)
  })

  test('runs one command at a time', async () => {
    const { stream, seen } = await logIn()
    await type(stream, 'seq 9000\rseq 3\rhostname\r')
    await clock.advance(0)
    expect(seen.text).toMatch(/\r\n8999\r\n9000\r\nann@web-1:~\$ $/)
    seen.text = ''
    await type(stream, 'hostname\r')
    await clock.advance(0)
    expect(seen.text).toBe('hostname\r\nweb-1\r\nann@web-1:~$ ')
  })
})

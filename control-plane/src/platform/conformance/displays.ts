import { expect } from 'vitest'
import type { DisplayStream } from '../interface/instances.ts'
import { type Bed, onSite, rejects } from './bed.ts'
import { newId } from './declared.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'

/** A server of RFB begins with its version. */
const GREETING = 'RFB 003.008\n'
const KEPT = 1000
const VIEWERS = 4
/** RFB: no authentication, a shared session. */
const HANDSHAKE = [...new TextEncoder().encode(GREETING), 1, 1]
/** Asks for 640 by 400 pixels, whole and not only what has changed. A server may answer many of these by one update. */
const UPDATE = [3, 0, 0, 0, 0, 0, 0x02, 0x80, 0x01, 0x90]
const UPDATE_BYTES = 640 * 400 * 4
const FLOODS = 6
const UPDATES_PER_FLOOD = 5000
/** CPU time of the server in one turn of the event loop. */
const MAX_TURN_MS = 50

/** A viewer that reads everything. */
class Viewer {
  readonly stream: DisplayStream
  /** The first of its bytes. */
  text = ''
  bytes = 0
  /** How the output ended: `closed`, or the kind of its error. */
  ended: string | undefined

  constructor(stream: DisplayStream) {
    this.stream = stream
    this.#read().then(
      () => (this.ended = 'closed'),
      (error: { kind: string }) => (this.ended = error.kind),
    )
  }

  static async open(bed: Bed, instanceId: string): Promise<Viewer> {
    return new Viewer(await bed.platform.instances.displays.open(instanceId))
  }

  async #read(): Promise<void> {
    const letters = new TextDecoder('latin1')
    for await (const bytes of this.stream.output) {
      this.bytes += bytes.length
      if (this.text.length < KEPT) this.text += letters.decode(bytes)
    }
  }
}

/** Displays of machines. What is tried of them needs some: elsewhere it has to be refused. */
export function describeDisplays(under: PlatformUnderTest): void {
  const test = onSite(under)

  test('a machine that does not run has none', async (bed) => {
    const { displays } = bed.platform.instances
    const kind = under.hasDisplays ? 'gone' : 'permanent'
    await rejects(displays.open(newId()), kind)
    const { spec } = await bed.machine()
    await bed.platform.instances.stop(spec.id)
    await rejects(displays.open(spec.id), kind)
  })

  if (!under.hasDisplays)
    return test('no machine has one', async (bed) => {
      const { spec } = await bed.machine()
      await rejects(bed.platform.instances.displays.open(spec.id), 'permanent')
      expect(bed.platform.capabilities.graphicalConsole).toBe(false)
    })

  test('viewers share it: it outlives the viewer that closes, and reboots, and ends with the run', async (bed) => {
    const { spec } = await bed.machine()
    const { instances, capabilities } = bed.platform
    expect(capabilities.graphicalConsole).toBe(true)
    const viewers = await Promise.all(Array.from({ length: VIEWERS }, () => Viewer.open(bed, spec.id)))
    for (const viewer of viewers) await bed.eventually(() => viewer.text).toBe(GREETING)
    const [first, ...others] = viewers
    first!.stream.close()
    first!.stream.close()
    await bed.eventually(() => first!.ended).toBe('closed')
    await first!.stream.write(new Uint8Array(1))
    await instances.reboot(spec.id, newId())
    for (const viewer of others) {
      await viewer.stream.write(new TextEncoder().encode(GREETING))
      // The kinds of authentication follow: one of them, and it is none.
      await bed.eventually(() => viewer.text).toBe(`${GREETING}\x01\x01`)
    }
    await instances.stop(spec.id)
    for (const viewer of others) await bed.eventually(() => viewer.ended).toBe('closed')
  })

  test('a flood of its output to several viewers, and of their input, comes in short turns', async (bed) => {
    const { spec } = await bed.machine()
    const viewers = await Promise.all(Array.from({ length: VIEWERS }, () => Viewer.open(bed, spec.id)))
    for (const { stream } of viewers) await stream.write(Uint8Array.from(HANDSHAKE))
    const updates = Uint8Array.from(Array.from({ length: UPDATES_PER_FLOOD }, () => UPDATE).flat())
    const floodOf = async (viewer: Viewer) => {
      for (let at = 0; at < FLOODS; at++) {
        const { bytes } = viewer
        await viewer.stream.write(updates)
        await bed.eventually(() => viewer.bytes).toBeGreaterThan(bytes + UPDATE_BYTES)
      }
    }
    const flood = () => Promise.all(viewers.map(floodOf))
    expect(await under.largestTurn(flood)).toBeLessThan(MAX_TURN_MS)
  })

  test('it ends when the machine fails, and when the platform closes', async (bed) => {
    const [failed, left] = [await bed.machine(), await bed.machine()]
    const viewers = [await Viewer.open(bed, failed.spec.id), await Viewer.open(bed, left.spec.id)]
    await bed.site.controls.crashMachine(failed.spec.id)
    await bed.eventually(() => viewers[0]!.ended).toBe('closed')
    await bed.restart('closed')
    await bed.eventually(() => viewers[1]!.ended).toBe('closed')
    const again = await Viewer.open(bed, left.spec.id)
    await bed.eventually(() => again.text).toBe(GREETING)
  })
}

import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { canMakeNetworks } from '../control-plane/src/platform/qemu/networks/testing/netns-bed.ts'
import { BareBridge } from './lib/bare-bridge.ts'
import { BareQemu } from './lib/bare-qemu.ts'
import { scratchFolder } from './lib/bench-server.ts'
import { guestImage } from './lib/guest-image.ts'
import type { GuestShell } from './lib/guest-shell.ts'
import { hasPrograms, RealServer } from './lib/real-server.ts'
import { median, report } from './lib/report.ts'
import { smokePostgres } from './lib/smoke.ts'

/**
 * TCP from one guest of a VPC to another, against two guests whose interfaces are on a bridge with nothing else,
 * alternating. In a smoke run the guests are boot sectors that only boot.
 */
const ROUNDS = 5
const MIB = 128
const LEAST = 0.9

if (!hasPrograms()) process.exit()
if (!(await canMakeNetworks())) {
  console.log('NOT RUN  networks need root, nftables and dnsmasq')
  process.exit()
}
if (availableParallelism() < 2) {
  console.log('NOT RUN  two guests need two processors')
  process.exit()
}
const folder = await scratchFolder()
const image = await guestImage(folder)
const server = await RealServer.start()
const bridge = await BareBridge.make()
const bare: BareQemu[] = []
try {
  for (const [at, name] of ['tap1', 'tap2'].entries()) bare.push(await startBare(name, at + 1))
  const imageId = await server.upload(image.path)
  for (const name of ['from', 'to']) await server.create(name, imageId, { network: 'default' })
  const [from, to] = [await server.console('from'), await server.console('to')]
  const [bareFrom, bareTo] = bare.map(({ shell }) => shell) as [GuestShell, GuestShell]
  const shells = [from, to, bareFrom, bareTo]
  if (smokePostgres) await Promise.all(shells.map((shell) => shell.until(new RegExp(image.prompt))))
  else {
    await Promise.all(shells.map((shell) => shell.logIn()))
    const hasAddress = 'until ip address show eth0 | grep -q "inet "; do sleep 1; done'
    await Promise.all([from, to].map((shell) => shell.run(hasAddress)))
    for (const [at, shell] of [bareFrom, bareTo].entries())
      await shell.run(`ip link set eth0 up; ip address add ${addressOf(at + 1)}/24 dev eth0`)
    const serve = `dd if=/dev/urandom of=/tmp/data bs=1M count=${MIB} 2>/dev/null; httpd -p 80 -h /tmp`
    await Promise.all([to, bareTo].map((shell) => shell.run(serve)))
    const { items } = await server.send<{ items: { ip: string }[] }>('GET', '/v1/network-interfaces?instance=to')
    await measure([
      { shell: from, address: items[0]!.ip },
      { shell: bareFrom, address: addressOf(2) },
    ])
  }
} finally {
  await Promise.all(bare.map((machine) => machine.end()))
  await bridge.remove()
  await server.close()
  await rm(folder, { recursive: true })
}

function addressOf(bareMachine: number): string {
  return `10.0.0.${bareMachine}`
}

async function startBare(name: string, number: number): Promise<BareQemu> {
  await bridge.addTap(name)
  const tap = { namespace: bridge.namespace, name, mac: `52:54:00:00:00:0${number}` }
  return BareQemu.start({ image: image.path, overlay: join(folder, `${name}.qcow2`), tap })
}

/** @param sides who receives, and from whom: Skerry's, then the bare one */
async function measure(sides: { shell: GuestShell; address: string }[]): Promise<void> {
  const times: [number[], number[]] = [[], []]
  const receive = ({ shell, address }: (typeof sides)[number]) =>
    shell.run(`wget -q -O /dev/null http://${address}/data`)
  // The first finds the neighbour's address.
  for (const side of sides) await receive(side)
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, side] of sides.entries()) times[at]!.push(await receive(side))
  const [rate, bareRate] = times.map((side) => (MIB * 1000) / median(side)) as [number, number]
  const ratio = rate / bareRate
  const rates = `${rate.toFixed(0)} against ${bareRate.toFixed(0)} MiB/s`
  report('TCP between guests', `${ratio.toFixed(2)} of a bare bridge, ${rates}`, `at least ${LEAST}`, ratio >= LEAST)
}

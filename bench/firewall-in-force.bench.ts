import { canMakeNetworks, NetnsBed } from '../control-plane/src/platform/qemu/networks/testing/netns-bed.ts'
import { smallVpc } from '../control-plane/src/platform/qemu/networks/testing/small-vpc.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/** Puts a firewall of 500 rules in force in the network of a VPC, by its document. */
const RULES = size(500, 8)
const ROUNDS = size(9, 2)
const MAX_MS = 200

if (!(await canMakeNetworks())) {
  console.log('NOT RUN  networks need root, nftables and dnsmasq')
  process.exit()
}
const bed = await NetnsBed.open()
try {
  const networks = bed.networks()
  const document = smallVpc(1, 1)
  await networks.ensure(document)
  const times: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const firewallRules = Array.from({ length: RULES }, (_, at) => ({
      ...document.firewallRules[1]!,
      id: crypto.randomUUID(),
      priority: at,
      hosts: { networks: [`10.${round}.${at % 256}.0/24`, `192.168.${at % 256}.${round}/32`], sets: [] },
      ports: [{ first: 1000 + at, last: 2000 + at }],
    }))
    const began = performance.now()
    await networks.ensure({ ...document, generation: 1 + round, firewallRules })
    times.push(performance.now() - began)
  }
  const ms = median(times)
  report(`${RULES} firewall rules in force`, `${ms.toFixed(0)} ms`, `at most ${MAX_MS} ms`, ms <= MAX_MS)
} finally {
  await bed.close()
}

import { maxRules } from '@skerry/contract/rules/firewall.ts'
import { maxSubnets } from '@skerry/contract/rules/networks.ts'
import { sql } from 'kysely'
import { largestTurn } from '../control-plane/src/clock/largest-turn.ts'
import { openDatabase } from '../control-plane/src/kernel/database/database.ts'
import { vpcDocument } from '../control-plane/src/network/vpcs/vpc-declare.saga.ts'
import { vpcRows } from '../control-plane/src/network/vpcs/vpc-rows.repo.ts'
import { startBenchServer } from './lib/bench-server.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * A VPC with the most subnets, the most rules and 10,000 interfaces, where each rule names the whole VPC: the CPU time
 * of its document, the longest turn of the event loop, and its size against its source rows.
 */
const SUBNETS = size(maxSubnets, 16)
const RULES = size(maxRules, 16)
const INTERFACES = size(10_000, 100)
const TARGETS = 24
const ROUNDS = size(5, 1)
const MAX_MS = 1500
const MAX_TURN_MS = 100
const MAX_SIZE = 1

const server = await startBenchServer()
const db = openDatabase({ url: server.databaseUrl, max: 2 })
await server.send('POST', '/v1/projects', { name: 'bench', description: '' })
const vpc = await server.send<{ id: string; project_id: string }>('GET', '/v1/vpcs/default?project=bench')
await sql`
  insert into subnets (id, vpc_id, name, description, ipv4_block, ipv6_block, time_created, time_modified)
  select gen_random_uuid(), ${vpc.id}, 'bench-' || n, '', network(set_masklen('10.0.0.0'::inet + n * 256, 24)),
    network(set_masklen(('fd00:0:0:' || to_hex(n) || '::')::inet, 64)), now(), now()
  from generate_series(1, ${SUBNETS - 1}::int) n`.execute(db)
await sql`
  with made as (
    insert into instances (id, project_id, name, description, hostname, ncpus, memory, run_state, intent,
      time_run_state_updated, time_created, time_modified)
    select gen_random_uuid(), ${vpc.project_id}, 'bench-' || n, '', 'bench', 1, 1073741824, 'stopped', 'stopped',
      now(), now(), now()
    from generate_series(1, ${INTERFACES}::int) n returning id
  ), numbered as (
    select id, row_number() over () as n from made
  )
  insert into network_interfaces (id, instance_id, vpc_id, subnet_id, name, description, ip, mac, is_primary, slot,
    time_created, time_modified)
  select gen_random_uuid(), numbered.id, ${vpc.id}, subnets.id, 'net0', '',
    subnets.ipv4_block + 5 + numbered.n / ${SUBNETS - 1}::int, md5(numbered.id::text), true, 0, now(), now()
  from numbered join subnets on subnets.vpc_id = ${vpc.id} and subnets.name = 'bench-' || (1 + numbered.n % ${SUBNETS - 1}::int)`.execute(
  db,
)
const target = (number: number) => {
  if (number % 4 === 0) return { type: 'vpc', value: 'default' }
  if (number % 4 === 1) return { type: 'subnet', value: `bench-${1 + (number % (SUBNETS - 1))}` }
  if (number % 4 === 2) return { type: 'instance', value: `bench-${1 + (number % INTERFACES)}` }
  return { type: 'ip_net', value: `10.${number % 4}.${number % 256}.0/${24 + (number % 9)}` }
}
const rules = Array.from({ length: RULES }, (_, rule) => ({
  name: `rule-${rule}`,
  description: '',
  action: 'allow',
  direction: 'inbound',
  status: 'enabled',
  priority: rule,
  filters: { hosts: [{ type: 'vpc', value: 'default' }] },
  targets: Array.from({ length: TARGETS }, (_target, index) => target(rule * TARGETS + index)),
}))
await server.send('PUT', '/v1/vpc-firewall-rules?vpc=default&project=bench', { rules })

const megabytesOf = (value: unknown) => JSON.stringify(value).length / 2 ** 20
const used: number[] = []
const turns: number[] = []
let megabytes = 0
for (let round = 0; round < ROUNDS; round++) {
  let document: Awaited<ReturnType<typeof vpcDocument>>
  const before = process.threadCpuUsage()
  const turn = await largestTurn(async () => (document = await vpcDocument(db, vpc.id)))
  const { user, system } = process.threadCpuUsage(before)
  used.push((user + system) / 1000)
  turns.push(turn)
  if (document?.firewallRules.length !== RULES) throw new Error(`${document?.firewallRules.length} rules`)
  megabytes = megabytesOf(document)
}
const input = megabytesOf(await vpcRows(db, [vpc.id]))
const what = `${RULES} rules, ${SUBNETS} subnets and ${INTERFACES} interfaces`
report(`${what}: CPU time`, `${median(used).toFixed(0)} ms`, `at most ${MAX_MS}`, median(used) <= MAX_MS)
report(
  `${what}: longest turn`,
  `${median(turns).toFixed(0)} ms`,
  `at most ${MAX_TURN_MS}`,
  median(turns) <= MAX_TURN_MS,
)
report(
  `${what}: size against the rows it is made from`,
  `${(megabytes / input).toFixed(2)} (${megabytes.toFixed(1)} MB)`,
  `at most ${MAX_SIZE}`,
  megabytes / input <= MAX_SIZE,
)
await db.destroy()
await server.close()

import { sql } from 'kysely'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { openDatabase } from '../control-plane/src/kernel/database/database.ts'
import { vpcDocument } from '../control-plane/src/network/vpcs/vpc-declare.saga.ts'
import { startBenchServer } from './lib/bench-server.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * A VPC with 1,000 interfaces, and 40 rules with 250 targets each, of which most bind every interface: how much of the
 * event loop it takes to read it and to make what the platform is told of it, and how long one turn of that is.
 */
const INTERFACES = 1000
const RULES = size(40, 4)
const TARGETS = 250
const MOST_MS = 200
const MOST_TURN_MS = 50

const server = await startBenchServer()
const db = openDatabase({ url: server.databaseUrl, max: 2 })
await server.send('POST', '/v1/projects', { name: 'bench', description: '' })
const vpc = await server.send<{ id: string; project_id: string }>('GET', '/v1/vpcs/default?project=bench')
await sql`
  with made as (
    insert into instances (id, project_id, name, description, hostname, ncpus, memory, run_state, intent,
      time_run_state_updated, time_created, time_modified)
    select gen_random_uuid(), ${vpc.project_id}, 'bench-' || n, '', 'bench', 1, 1073741824, 'stopped', 'stopped',
      now(), now(), now()
    from generate_series(1, ${INTERFACES}::int) n returning id
  )
  insert into network_interfaces (id, instance_id, vpc_id, subnet_id, name, description, ip, mac, is_primary, slot,
    time_created, time_modified)
  select gen_random_uuid(), made.id, ${vpc.id}, subnets.id, 'net0', '',
    '172.30.0.4'::inet + row_number() over (), md5(made.id::text), true, 0, now(), now()
  from made, subnets where subnets.vpc_id = ${vpc.id}`.execute(db)
const target = (index: number) =>
  index % 2
    ? { type: 'ip_net', value: `172.30.0.0/${16 + (index % 6)}` }
    : { type: 'instance', value: `bench-${index * 3}` }
const rules = Array.from({ length: RULES }, (_, rule) => ({
  name: `rule-${rule}`,
  description: '',
  action: 'allow',
  direction: 'inbound',
  status: 'enabled',
  priority: rule,
  filters: { hosts: [{ type: 'vpc', value: 'default' }] },
  targets: Array.from({ length: TARGETS }, (_target, index) => target(index)),
}))
await server.send('PUT', '/v1/vpc-firewall-rules?vpc=default&project=bench', { rules })

const active: number[] = []
const turns: number[] = []
for (let round = 0; round < size(11, 1); round++) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const before = performance.eventLoopUtilization()
  const document = await vpcDocument(db, vpc.id)
  active.push(performance.eventLoopUtilization(before).active)
  delay.disable()
  turns.push(delay.max / 1e6)
  const bound = document?.firewallRules.reduce((sum, { nicIds }) => sum + nicIds.length, 0)
  if (bound !== RULES * INTERFACES) throw new Error(`${bound} interfaces are bound, not ${RULES * INTERFACES}`)
}
const what = `${INTERFACES} interfaces and ${RULES * TARGETS} targets`
report(`${what}: event loop`, `${median(active).toFixed(0)} ms`, `at most ${MOST_MS}`, median(active) <= MOST_MS)
report(
  `${what}: longest turn`,
  `${median(turns).toFixed(0)} ms`,
  `at most ${MOST_TURN_MS}`,
  median(turns) <= MOST_TURN_MS,
)
await db.destroy()
await server.close()

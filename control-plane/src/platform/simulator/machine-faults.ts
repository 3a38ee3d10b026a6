import type { MachineRuns } from './machine-runs.ts'
import { currentRun, type SimulatedMachine } from './machine.ts'
import type { Machines } from './machines.ts'
import type { World } from './world.ts'

const STORAGE_FULL = { kind: 'storage_full', detail: 'The storage is full, by request.' } as const

/** Registers the faults that happen to running machines. */
export function addMachineFaults(world: World, machines: Machines, runs: MachineRuns): void {
  const { effects } = world.faults
  const each = (work: (machine: SimulatedMachine) => void) => (fault: { target: string }) => {
    for (const machine of machines.all())
      if (currentRun(machine) && (fault.target === machine.spec.id || fault.target === '*')) work(machine)
  }
  const onTargets = (work: (machine: SimulatedMachine) => void) => ({ begin: each(work), end: () => {} })
  effects.instance_fail = onTargets((machine) => runs.fail(machine, 'Failure by request'))
  effects.instance_migrate = onTargets((machine) => mustMove(world, machine))
  effects.instance_repair = onTargets((machine) => repair(world, machine))
  effects.instance_storage_full = {
    begin: each((machine) => setCondition(world, machine, STORAGE_FULL)),
    end: each((machine) => setCondition(world, machine, null)),
  }
}

function mustMove(world: World, machine: SimulatedMachine): void {
  const run = currentRun(machine)
  if (!run) return
  const about = { instanceId: machine.spec.id, runId: run.runId }
  world.emit({ kind: 'instance-must-move', ...about, reason: 'Migration by request' })
}

function setCondition(world: World, machine: SimulatedMachine, condition: typeof STORAGE_FULL | null): void {
  const run = currentRun(machine)
  if (!run || run.condition?.kind === condition?.kind) return
  run.condition = condition && { ...condition, since: world.clock.now() }
  const about = { instanceId: machine.spec.id, runId: run.runId }
  world.emit({ kind: 'instance-condition', ...about, condition: run.condition })
}

function repair(world: World, machine: SimulatedMachine): void {
  const run = currentRun(machine)
  if (!run || run.repairing) return
  const about = { instanceId: machine.spec.id, runId: run.runId }
  run.repairing = true
  world.emit({ kind: 'instance-repairing', ...about })
  world.clock.after(world.timings.repair, () => {
    run.repairing = false
    if (currentRun(machine) === run) world.emit({ kind: 'instance-repaired', ...about })
  })
}

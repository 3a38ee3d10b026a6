import type { TestServer } from '../testing/test-server.ts'

/** Differences between the tables and the platform when no saga is running. Empty if there are none. */
export async function platformDifferences({ db, platform }: TestServer): Promise<string[]> {
  const { inspect } = platform
  const disks = await db.selectFrom('disks').select(['id', 'name', 'state', 'instance_id']).execute()
  const snapshots = await db.selectFrom('snapshots').select(['id', 'name']).execute()
  // The silo's starter images have no bytes.
  const images = await db.selectFrom('images').select(['id', 'name']).where('project_id', 'is not', null).execute()
  const instances = await db.selectFrom('instances').select(['id', 'name', 'run_state']).execute()
  const vpcs = await db.selectFrom('vpcs').select(['id', 'name', 'generation']).execute()

  const nameOf = new Map([...disks, ...snapshots, ...images, ...instances, ...vpcs].map(({ id, name }) => [id, name]))
  const named = (id: string) => nameOf.get(id) ?? id
  const running = instances.filter(({ run_state }) => ['running', 'migrating', 'repairing'].includes(run_state))
  const attachment = (id: string) => inspect.attachedTo(id)
  return [
    ...unequal(
      'bytes',
      [...disks, ...snapshots, ...images].map(({ id }) => id),
      inspect.storedIds(),
    ),
    ...unequal(
      'machine',
      running.map(({ id }) => id),
      (await platform.instances.list()).instances.map(({ instanceId }) => instanceId),
    ),
    ...unequal(
      'network',
      vpcs.map(({ id }) => id),
      await platform.networks.list(),
    ),
    ...vpcs
      .filter(({ id, generation }) => inspect.vpc(id)?.generation !== generation)
      .map(({ name }) => `${name} is not told of as it is`),
    // A faulted disk belongs to no instance, even if the platform still lists it.
    ...disks
      .filter(({ id, state, instance_id }) => state !== 'faulted' && attachment(id) !== instance_id)
      .map(({ id, name, state }) => `${name} is ${state}, and its volume attached to ${attachment(id)}`),
  ].map((line) => line.replaceAll(/[0-9a-f-]{36}/g, named))
}

function unequal(what: string, rows: readonly string[], there: readonly string[]): string[] {
  const [expected, found] = [new Set(rows), new Set(there)]
  return [
    ...[...expected].filter((id) => !found.has(id)).map((id) => `${what} of ${id} is not there`),
    ...[...found].filter((id) => !expected.has(id)).map((id) => `${what} of ${id} is there without a row`),
  ]
}

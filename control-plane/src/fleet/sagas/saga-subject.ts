import type { SagaRow } from '../../kernel/sagas/saga-store.ts'

/** The field of a saga's data that has the id of its resource, by the resource's kind. */
const ID_FIELDS: Record<string, string> = {
  disk: 'diskId',
  image: 'imageId',
  instance: 'instanceId',
  sled: 'id',
  snapshot: 'snapshotId',
  support_bundle: 'bundleId',
  vpc: 'vpcId',
}
/** Sagas that create a resource have its whole specification. */
const SPECIFICATIONS: Record<string, string> = { disk: 'volume', image: 'image' }

/** The resource that a saga works on: the name of `disk-create` begins with its kind. Undefined if it has none. */
export function subjectOf({ name, data }: Pick<SagaRow, 'name' | 'data'>): { kind: string; id: string } | undefined {
  const kind = name.slice(0, name.lastIndexOf('-')).replaceAll('-', '_')
  const id = data[ID_FIELDS[kind] ?? ''] ?? (data[SPECIFICATIONS[kind] ?? ''] as { id?: unknown } | undefined)?.id
  return typeof id === 'string' ? { kind, id } : undefined
}

import { canonicalIpNet } from '@skerry/contract/rules/networks.ts'
import { hasStatus } from '~/api/errors.ts'
import { callOrThrow, refreshAfter } from '~/api/queries.ts'
import type { BgpAnnouncement, BgpAnnounceSet, BgpAnnounceSetCreate } from '~/api/types.gen.ts'
import type { Failure } from '~/lib/errors.ts'
import { writeMerged } from '~/shell/conflict/rewrite.ts'
import { fields, nameAndDescription, rows } from '~/shell/conflict/three-way.ts'

/** A network that is announced, as the form has it. */
export interface Announcement {
  network: string
  /** Id of the block that holds it. */
  block: string
  /** Name of the lot that the block is in. */
  lot: string
}

export interface SetValues {
  name: string
  description: string
  announcements: Announcement[]
}

export const valuesOf = ({ name, description }: BgpAnnounceSet, announced: readonly BgpAnnouncement[]): SetValues => ({
  name,
  description,
  announcements: announced.map(({ network, addressLotBlockId, addressLotName = '' }) => ({
    network,
    block: addressLotBlockId,
    lot: addressLotName,
  })),
})

export const bodyOf = ({ name, description, announcements }: SetValues): BgpAnnounceSetCreate => ({
  name,
  description,
  announcement: announcements.map(({ network, block }) => ({ addressLotBlock: block, network })),
})

/** A description field by field, announcements by network. */
const mergeSets = fields<SetValues>({
  ...nameAndDescription,
  announcements: rows({
    key: ({ network }) => canonicalIpNet(network),
    label: ({ network }) => `Announcement ${network}`,
    inWords: ({ lot }) => `from ${lot || 'another lot'}`,
    content: ({ block }) => block,
  }),
})

/** With the message and code of the API for a taken name. */
class NameTakenError extends Error implements Failure {
  readonly errorCode = 'ObjectAlreadyExists'
  readonly field = 'name'

  constructor() {
    super('Announce set name already exists')
  }
}

/** Creates a set; the API would replace one of that name. */
export async function createSet(values: SetValues): Promise<void> {
  try {
    await callOrThrow('networkingBgpAnnounceSetUpdate', { body: bodyOf(values) }, { headers: { 'if-none-match': '*' } })
  } catch (error) {
    throw hasStatus(error, 412) ? new NameTakenError() : error
  } finally {
    void refreshAfter('networkingBgpAnnounceSetUpdate')
  }
}

/** The description comes from the list of sets alone. */
async function readSet(id: string, announced: readonly BgpAnnouncement[]): Promise<SetValues> {
  const sets = await callOrThrow('networkingBgpAnnounceSetList', {})
  const set = sets.find((each) => each.id === id)
  if (!set) throw new Error('The announce set was deleted')
  return valuesOf(set, announced)
}

/** Puts a change of a set onto the fresh copy. @throws ConflictError<SetValues> */
export const updateSet = (id: string, base: SetValues, mine: SetValues) =>
  writeMerged(
    {
      view: 'networkingBgpAnnouncementList',
      at: { path: { announceSet: id } },
      update: 'networkingBgpAnnounceSetUpdate',
      read: (announced) => readSet(id, announced),
      merge: mergeSets,
      request: (merged) => ({ body: bodyOf(merged) }),
    },
    base,
    mine,
  )

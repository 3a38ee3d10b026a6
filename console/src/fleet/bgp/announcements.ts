import { canonicalIpNet } from '@skerry/contract/rules/networks.ts'
import { callOrThrow, refreshAfter } from '~/api/queries.ts'
import type { BgpAnnouncement, BgpAnnounceSet, BgpAnnounceSetCreate } from '~/api/types.gen.ts'
import { hasStatus } from '~/api/errors.ts'
import { ConflictError, type Difference } from '~/shell/conflict.tsx'
import { rewrite } from '~/shell/rewrite.ts'
import type { Failure } from '~/ui/errors.ts'

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

/** A set as a form begins with it. */
export interface SeenSet {
  id: string
  values: SetValues
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

/** What somebody else changed of a set. */
export function setDifferences(before: SetValues, now: SetValues): Difference[] {
  const key = ({ network, block }: Announcement) => `${canonicalIpNet(network)} ${block}`
  const [had, has] = [before, now].map(({ announcements }) => new Map(announcements.map((each) => [key(each), each])))
  const wordsOf = ({ network, lot }: Announcement) => ({ what: network, words: lot || 'announced' })
  const only = (these: Map<string, Announcement>, others: Map<string, Announcement>) =>
    [...these].filter(([each]) => !others.has(each)).map(([, announcement]) => wordsOf(announcement))
  return [
    ...(before.description === now.description
      ? []
      : [{ what: 'Description', before: before.description || 'none', now: now.description || 'none' }]),
    ...only(had!, has!).map(({ what, words }) => ({ what, before: words })),
    ...only(has!, had!).map(({ what, words }) => ({ what, now: words })),
  ]
}

/** Worded and marked as the API does where a name is taken. */
class NameTakenError extends Error implements Failure {
  readonly errorCode = 'ObjectAlreadyExists'

  constructor() {
    super('Announce set name already exists')
  }
}

/** Creates a set; one of that name, which the API would replace, is left as it is. */
export async function createSet(values: SetValues): Promise<void> {
  try {
    await callOrThrow('networkingBgpAnnounceSetUpdate', { body: bodyOf(values) }, { headers: { 'if-none-match': '*' } })
  } catch (error) {
    throw hasStatus(error, 412) ? new NameTakenError() : error
  } finally {
    void refreshAfter('networkingBgpAnnounceSetUpdate')
  }
}

/**
 * Replaces what a set announces.
 * @throws ConflictError<SetValues> where it is not what it was; nothing is written then
 */
export async function updateSet({ id, values: before }: SeenSet, values: SetValues): Promise<void> {
  const sets = await callOrThrow('networkingBgpAnnounceSetList', {})
  const set = sets.find((each) => each.id === id)
  await rewrite({
    view: 'networkingBgpAnnouncementList',
    at: { path: { announceSet: id } },
    update: 'networkingBgpAnnounceSetUpdate',
    request: (announced) => {
      const now = valuesOf({ ...set!, name: before.name }, announced)
      const found = setDifferences(before, now)
      if (found.length > 0) throw new ConflictError(now, found)
      return { body: bodyOf({ ...values, name: before.name }) }
    },
  })
}

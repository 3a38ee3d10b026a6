import type { ReactNode } from 'react'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { DateTime } from '~/ui/time.tsx'
import { ShortId } from '~/ui/truncate.tsx'

interface Thing {
  id: string
  timeCreated: Date
  timeModified?: Date
  deletionLocked?: boolean | undefined
}

/** The facts that every thing has: id and times */
export const IdentityFacts = ({ thing }: { thing: Thing }) => (
  <>
    <Fact label="ID">
      <ShortId id={thing.id} />
      <CopyButton text={thing.id} label="Copy ID" />
    </Fact>
    <Fact label="Created">
      <DateTime date={thing.timeCreated} />
    </Fact>
    {thing.timeModified && (
      <Fact label="Updated">
        <DateTime date={thing.timeModified} />
      </Fact>
    )}
  </>
)

/** The first part of every edit and detail panel. @param children more rows, as `Fact`s */
export const Metadata = ({ thing, children }: { thing: Thing; children?: ReactNode }) => (
  <Facts columns={1}>
    <IdentityFacts thing={thing} />
    {thing.deletionLocked && <Fact label="Deletion">Locked</Fact>}
    {children}
  </Facts>
)

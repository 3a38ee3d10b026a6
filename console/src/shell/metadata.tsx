import type { ReactNode } from 'react'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { DateTime } from '~/ui/time.tsx'
import { ShortId } from '~/ui/truncate.tsx'

interface MetadataProps {
  thing: { id: string; timeCreated: Date; timeModified?: Date }
  /** More rows, as `Fact`s. */
  children?: ReactNode
}

/** What every edit and detail panel begins with. */
export const Metadata = ({ thing: { id, timeCreated, timeModified }, children }: MetadataProps) => (
  <Facts columns={1}>
    <Fact label="ID">
      <ShortId id={id} />
      <CopyButton text={id} label="Copy ID" />
    </Fact>
    <Fact label="Created">
      <DateTime date={timeCreated} />
    </Fact>
    {timeModified && (
      <Fact label="Updated">
        <DateTime date={timeModified} />
      </Fact>
    )}
    {children}
  </Facts>
)

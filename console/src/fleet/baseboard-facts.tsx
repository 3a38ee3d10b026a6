import type { Baseboard } from '~/api/types.gen.ts'
import { Fact } from '~/ui/facts.tsx'

export const BaseboardFacts = ({ baseboard: { part, serial, revision } }: { baseboard: Baseboard }) => (
  <>
    <Fact label="Part number">
      <span className="text-mono">{part}</span>
    </Fact>
    <Fact label="Serial number">
      <span className="text-mono">{serial}</span>
    </Fact>
    <Fact label="Revision">{revision}</Fact>
  </>
)

import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DetailPanel } from '~/shell/page/detail-panel.tsx'
import { Metadata } from '~/shell/page/metadata.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Fact } from '~/ui/facts.tsx'
import { sshKeyQuery } from './queries.ts'

const route = getRouteApi('/_app/settings/_ssh-keys/ssh-keys/$sshKey/edit')

export function SshKeyDetails() {
  const { data: key } = useSuspenseQuery(sshKeyQuery(route.useParams().sshKey))
  return (
    <DetailPanel title={key.name} closeTo="/settings/ssh-keys">
      <Metadata thing={key}>
        <Fact label="Description">{key.description}</Fact>
      </Metadata>
      <section aria-label="Public key">
        <h3 className="mb-1.5 flex items-center gap-1 text-md font-medium">
          Public key
          <CopyButton text={key.publicKey} label="Copy public key" />
        </h3>
        <p className="text-mono rounded-md border border-line bg-sunken px-3 py-2.5 [overflow-wrap:anywhere]">
          {key.publicKey}
        </p>
      </section>
    </DetailPanel>
  )
}

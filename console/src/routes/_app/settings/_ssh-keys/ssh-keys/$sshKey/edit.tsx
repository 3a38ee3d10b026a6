import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { apiQuery } from '~/api/queries.ts'
import { DetailPanel } from '~/shell/detail-panel.tsx'
import { Metadata } from '~/shell/metadata.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Fact } from '~/ui/facts.tsx'

const keyQuery = (sshKey: string) => apiQuery('currentUserSshKeyView', { path: { sshKey } })

export const Route = createFileRoute('/_app/settings/_ssh-keys/ssh-keys/$sshKey/edit')({
  staticData: { panel: 'SSH key' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(keyQuery(params.sshKey)),
  component: SshKeyDetails,
})

/** A key cannot be changed, only looked at and copied. */
function SshKeyDetails() {
  const { data: key } = useSuspenseQuery(keyQuery(Route.useParams().sshKey))
  return (
    <DetailPanel title={key.name} closeTo="/settings/ssh-keys">
      <Metadata thing={key}>
        <Fact label="Description">{key.description}</Fact>
      </Metadata>
      <section aria-label="Public key">
        <h3 className="mb-1.5 flex items-center gap-1 text-[0.8125rem] font-medium">
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

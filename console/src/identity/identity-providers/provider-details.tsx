import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { siloQuery } from '~/identity/silos/queries.ts'
import { DetailPanel } from '~/shell/page/detail-panel.tsx'
import { Metadata } from '~/shell/page/metadata.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Fact } from '~/ui/facts.tsx'
import { signInPath } from './provider-values.ts'
import { providersPath, samlProviderQuery } from './queries.ts'

const route = getRouteApi('/_app/system/silos/$silo/_idps/idps/saml/$provider')

const Long = ({ text, label }: { text: string; label: string }) => (
  <span className="text-mono inline-flex min-w-0 items-center gap-1 [overflow-wrap:anywhere]">
    {text}
    <CopyButton text={text} label={`Copy ${label}`} />
  </span>
)

/** What a provider is cannot be changed, only looked at. */
export function ProviderDetails() {
  const params = route.useParams()
  const { data: silo } = useSuspenseQuery(siloQuery(params.silo))
  const { data: provider } = useSuspenseQuery(samlProviderQuery(params))
  return (
    <DetailPanel title={provider.name} closeTo={providersPath(params.silo)}>
      <Metadata thing={provider}>
        <Fact label="Description">{provider.description}</Fact>
        <Fact label="Default">{provider.isDefault ? 'Yes' : 'No'}</Fact>
        <Fact label="Sign-in path">
          <Long text={signInPath(silo.name, provider.name)} label="sign-in path" />
        </Fact>
        <Fact label="Contact e-mail">{provider.technicalContactEmail}</Fact>
        <Fact label="Service provider client ID">
          <Long text={provider.spClientId} label="client ID" />
        </Fact>
        <Fact label="ACS URL">
          <Long text={provider.acsUrl} label="ACS URL" />
        </Fact>
        <Fact label="Single-logout URL">
          <Long text={provider.sloUrl} label="single-logout URL" />
        </Fact>
        <Fact label="Entity ID">
          <Long text={provider.idpEntityId} label="entity ID" />
        </Fact>
        <Fact label="Group attribute">{provider.groupAttributeName}</Fact>
        <Fact label="Signs requests">{provider.publicCert ? 'Yes' : 'No'}</Fact>
      </Metadata>
      {provider.publicCert && (
        <section aria-label="Signing certificate">
          <h3 className="mb-1.5 flex items-center gap-1 text-md font-medium">
            Signing certificate
            <CopyButton text={provider.publicCert} label="Copy signing certificate" />
          </h3>
          <p className="text-mono rounded-md border border-line bg-sunken px-3 py-2.5 [overflow-wrap:anywhere]">
            {provider.publicCert}
          </p>
        </section>
      )}
    </DetailPanel>
  )
}

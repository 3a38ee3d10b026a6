import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { CheckboxField, RadioField } from '~/form/choice-fields.tsx'
import { FileField } from '~/form/file-field.tsx'
import { DescriptionField, NameField, TextField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { siloQuery } from '~/identity/silos/queries.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import {
  isOfThisComputer,
  newProvider,
  providerBody,
  type ProviderValues,
  readFiles,
  signInPath,
  standardAcsUrl,
} from './provider-values.ts'
import { providersPath } from './queries.ts'

const route = getRouteApi('/_app/system/silos/$silo')

const sources = [
  { value: 'url', label: 'URL' },
  { value: 'file', label: 'XML file' },
] as const

const metadataNames = ['idp_metadata_source']

type FieldsProps = { control: Control<ProviderValues> }

const urlProblem = (label: string) => (value: string) =>
  /^https?:$/.test(URL.parse(value)?.protocol ?? '') ? undefined : `${label} must be a URL: https://…`

/** A new provider, as both sides have to know it. */
export function NewProvider() {
  const params = route.useParams()
  const { data: silo } = useSuspenseQuery(siloQuery(params.silo))
  const form = useForm<ProviderValues>({ defaultValues: newProvider })
  const { control } = form
  const name = useWatch({ control, name: 'name' })
  const shownName = name || '<name>'
  const bodyOf = (values: ProviderValues, contents: (file: File) => string) => ({
    query: { silo: silo.name },
    body: providerBody(values, standardAcsUrl(silo, values.name, location.origin), contents),
  })
  const refusal = useRefusals({ silo })('saml_identity_provider_create')
  return (
    <FormPanel
      form={form}
      title="Create identity provider"
      submitLabel="Create identity provider"
      refusal={refusal}
      method="samlIdentityProviderCreate"
      request={(values) => bodyOf(values, ({ name: file }) => file)}
      send={async (values) => bodyOf(values, await readFiles(values))}
      secrets={['publicCert', 'privateKey', 'data']}
      outcome={(provider) => outcome('Identity provider', provider.name, 'created')}
      closeTo={providersPath(params.silo)}
    >
      <NameField control={control} name="name" hint={`Users sign in at ${signInPath(silo.name, shownName)}`} />
      <DescriptionField control={control} name="description" />
      <TextField
        control={control}
        name="technicalContactEmail"
        label="Contact e-mail"
        required
        hint="Who runs the provider. Other administrators see it; nothing is sent to it."
        validate={(value) =>
          /^\S+@\S+$/.test(value) ? undefined : 'Contact e-mail must be an address: name@example.org'
        }
      />
      <ServiceFields control={control} acsUrl={standardAcsUrl(silo, shownName, location.origin)} />
      <ProviderFields control={control} />
    </FormPanel>
  )
}

/** Values of this service that are entered at the provider. */
function ServiceFields({ control, acsUrl }: FieldsProps & { acsUrl: string }) {
  const isStandard = useWatch({ control, name: 'standardAcs' })
  return (
    <Section title="Service provider">
      <TextField
        control={control}
        name="spClientId"
        label="Service provider client ID"
        required
        mono
        hint="The audience that assertions must have"
      />
      {isStandard ? (
        <div role="group" aria-label="ACS URL">
          <span className="text-md font-medium">ACS URL</span>
          <p className="text-mono mt-1.5 flex items-center gap-1 [overflow-wrap:anywhere] text-ink-2">
            {acsUrl}
            <CopyButton text={acsUrl} label="Copy ACS URL" />
          </p>
          {isOfThisComputer(acsUrl) && (
            <p className="mt-1.5 text-xs text-ink-3">
              Only browsers on this computer reach it. Set SKERRY_PUBLIC_URL for the address that users see.
            </p>
          )}
        </div>
      ) : (
        <TextField control={control} name="acsUrl" label="ACS URL" required mono validate={urlProblem('ACS URL')} />
      )}
      <CheckboxField control={control} name="standardAcs" label="Use standard ACS URL" />
      <TextField
        control={control}
        name="sloUrl"
        label="Single-logout URL"
        required
        mono
        hint="Not called: signing out ends the session here alone. Any URL of the provider will do."
        validate={urlProblem('Single-logout URL')}
      />
      <FileField
        control={control}
        name="publicCert"
        apiNames={['signing_keypair']}
        label="Signing certificate"
        accept=".pem,.der,.cer,.crt"
        hint="PEM or DER. Signs requests and decrypts assertions."
        validate={(_, { privateKey }) => (privateKey ? undefined : 'A certificate needs its key')}
      />
      <FileField
        control={control}
        name="privateKey"
        label="Signing key"
        accept=".pem,.der,.key"
        hint="RSA, PEM or DER, without a passphrase. The key is never shown again."
        validate={(_, { publicCert }) => (publicCert ? undefined : 'A key needs its certificate')}
      />
    </Section>
  )
}

/** What this service has to know of the provider. */
function ProviderFields({ control }: FieldsProps) {
  const source = useWatch({ control, name: 'metadataFrom' })
  return (
    <Section title="Identity provider">
      <TextField control={control} name="idpEntityId" label="Entity ID" required mono />
      <TextField
        control={control}
        name="groupAttributeName"
        label="Group attribute"
        mono
        hint="The assertion attribute that lists the user's groups. Without it users have no groups."
      />
      <RadioField control={control} name="metadataFrom" label="Metadata" choices={sources} />
      {source === 'url' ? (
        <TextField
          control={control}
          name="metadataUrl"
          apiNames={metadataNames}
          label="Metadata URL"
          required
          mono
          hint="The server reads it once"
          validate={urlProblem('Metadata URL')}
        />
      ) : (
        <FileField
          control={control}
          name="metadataFile"
          apiNames={metadataNames}
          label="Metadata file"
          required
          accept=".xml"
        />
      )}
    </Section>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="flex flex-col gap-4.5 border-t border-line pt-4">
    <h3 className="font-semibold">{title}</h3>
    {children}
  </section>
)

import { md5KeyProblem } from '@skerry/contract/rules/md5-keys.ts'
import { networkProblem } from '@skerry/contract/rules/networks.ts'
import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { RadioField, SwitchField } from '~/form/choice-fields.tsx'
import { ComboboxField } from '~/form/combobox.tsx'
import { FormSection } from '~/form/form-section.tsx'
import { NumberField } from '~/form/number-field.tsx'
import { SubForm } from '~/form/sub-form.tsx'
import { SecretField, TextAreaField, TextField } from '~/form/text-fields.tsx'
import { validateIp } from '~/form/validators.ts'
import { failureOf } from '~/shell/page/reads.ts'
import { bgpConfigsQuery } from '../queries.ts'
import { rowText, type SettingsDraft } from './draft.ts'
import { LinkNameField } from './link-name-field.tsx'
import { maxVlan, nameOrIdProblem, type SectionProps, useLinkNames } from './lists-sections.tsx'
import { blankPeer, communitiesProblem, networksOf, type PeerRow } from './peer-row.ts'

const maxUint32 = 2 ** 32 - 1

const columns = [
  { header: 'Peer', cell: (row: PeerRow) => <span className="text-mono">{row.addr}</span> },
  { header: 'Link', cell: (row: PeerRow) => row.linkName },
  { header: 'BGP config', cell: (row: PeerRow) => row.bgpConfig },
  { header: 'Remote ASN', cell: (row: PeerRow) => row.remoteAsn ?? 'Any' },
  { header: 'MD5 key', cell: (row: PeerRow) => (row.md5AuthKey ? 'Set' : 'None') },
]

export function PeersSection({ control }: SectionProps) {
  const links = useLinkNames(control)
  return (
    <FormSection title="BGP peers" single>
      <SubForm<SettingsDraft, 'peers', PeerRow, PeerRow>
        control={control}
        name="peers"
        label="BGP peers"
        blank={blankPeer}
        toRow={(row) => row}
        toDraft={(row) => ({ ...blankPeer, ...row })}
        textOf={rowText.peers}
        columns={columns}
        addLabel="Add peer"
      >
        {(draft) => <PeerFields draft={draft} links={links} />}
      </SubForm>
    </FormSection>
  )
}

function PeerFields({ draft: { control }, links }: { draft: UseFormReturn<PeerRow>; links: readonly string[] }) {
  const configs = useQuery(bgpConfigsQuery)
  return (
    <>
      <div className="grid gap-3.5 sm:grid-cols-2">
        <TextField control={control} name="addr" label="Peer address" required mono rules={[validateIp]} />
        <LinkNameField control={control} links={links} />
        <ComboboxField
          control={control}
          name="bgpConfig"
          label="BGP config"
          required
          free
          items={configs.data?.map(({ name, asn }) => ({ value: name, label: name, description: `ASN ${asn}` }))}
          failure={failureOf(configs)}
          validate={(config) => nameOrIdProblem('BGP config', config)}
        />
        <SecretField
          control={control}
          name="md5AuthKey"
          label="MD5 key"
          hint="Not shown again after saving"
          autoComplete="new-password"
          rules={[
            (key) => {
              const problem = md5KeyProblem(key)
              return problem && `MD5 key ${problem}`
            },
          ]}
        />
        <NumberField control={control} name="remoteAsn" label="Remote ASN" max={maxUint32} hint="Default: any" />
        <NumberField control={control} name="vlanId" label="VLAN" max={maxVlan} />
      </div>
      <SwitchField
        control={control}
        name="enforceFirstAs"
        label="Enforce first AS"
        hint="Rejects routes whose path does not start with the peer's ASN"
      />
      <PolicyFields control={control} name="allowedImport" label="Imported routes" />
      <PolicyFields control={control} name="allowedExport" label="Exported routes" />
      <TextField
        control={control}
        name="communities"
        label="Communities"
        mono
        placeholder="64512, 64513"
        rules={[communitiesProblem]}
      />
      <div className="flex flex-wrap gap-3.5">
        <NumberField control={control} name="localPref" label="Local preference" max={maxUint32} />
        <NumberField control={control} name="multiExitDiscriminator" label="Multi-exit discriminator" max={maxUint32} />
        <NumberField control={control} name="minTtl" label="Minimum TTL" max={255} />
      </div>
      <div className="flex flex-wrap gap-3.5">
        <NumberField control={control} name="keepalive" label="Keepalive" unit="s" required max={maxUint32} />
        <NumberField control={control} name="holdTime" label="Hold time" unit="s" required max={maxUint32} />
        <NumberField control={control} name="idleHoldTime" label="Idle hold time" unit="s" required max={maxUint32} />
        <NumberField control={control} name="connectRetry" label="Connect retry" unit="s" required max={maxUint32} />
        <NumberField control={control} name="delayOpen" label="Delay open" unit="s" required max={maxUint32} />
      </div>
    </>
  )
}

interface PolicyFieldsProps {
  control: UseFormReturn<PeerRow>['control']
  name: 'allowedImport' | 'allowedExport'
  label: string
}

/** Which routes are imported from the peer, or exported to it. */
function PolicyFields({ control, name, label }: PolicyFieldsProps) {
  const type = useWatch({ control, name: `${name}.type` })
  return (
    <>
      <RadioField
        control={control}
        name={`${name}.type`}
        label={label}
        required
        choices={[
          { value: 'no_filtering', label: 'Everything' },
          { value: 'allow', label: 'These networks only' },
        ]}
      />
      {type === 'allow' && (
        <TextAreaField
          control={control}
          name={`${name}.networks`}
          label={`Networks of ${label.toLowerCase()}`}
          mono
          hint="One per line. An empty list allows nothing."
          rules={[
            (text) => {
              const wrong = networksOf(text).find((net) => networkProblem(net))
              return wrong && `${wrong}: ${networkProblem(wrong)}`
            },
          ]}
        />
      )}
    </>
  )
}

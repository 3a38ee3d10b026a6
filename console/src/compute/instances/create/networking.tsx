import { maxFloatingIps } from '@skerry/contract/rules/instances.ts'
import { Link } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import type { FloatingIp } from '~/api/types.gen.ts'
import { RadioField, SwitchField } from '~/form/choice-fields.tsx'
import { FormSection } from '~/form/form-section.tsx'
import { ListboxField } from '~/form/listbox.tsx'
import { addressPoolOptions } from '~/network/pool-options.ts'
import { CheckListField } from '~/shell/form/check-list-field.tsx'
import { ButtonLink } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import { CustomInterfaces } from './custom-interfaces.tsx'
import { defaultNetworkRefusal, ephemeralRefusal, type PartProps } from './draft.ts'

const isFree = (address: FloatingIp) => !address.instanceId

export function Networking(props: PartProps) {
  const {
    form: { control },
    available,
  } = props
  const [network, ephemeral] = useWatch({ control, name: ['network', 'ephemeral'] })
  const refusal = defaultNetworkRefusal(available)
  const networked = network !== 'none'
  const noEphemeral = ephemeralRefusal(network, available)
  return (
    <FormSection title="Networking">
      {available.vpcs.length === 0 && <NoVpc project={props.project} />}
      {available.vpcs.length > 0 && refusal && (
        <Notice title={refusal} content="The instance gets an interface in the VPC and subnet chosen below." />
      )}
      <RadioField
        control={control}
        name="network"
        label="Network interface"
        required
        choices={[
          {
            value: 'default',
            label: 'Default',
            description: 'One interface, in the default subnet of the default VPC',
            refusal: refusal,
          },
          {
            value: 'custom',
            label: 'Custom',
            description: 'Choose VPC and subnets',
            refusal: available.vpcs.length === 0 && 'This project has no VPC',
          },
          { value: 'none', label: 'None', description: 'No network, only the serial console' },
        ]}
      />
      {network === 'custom' && <CustomInterfaces {...props} />}
      <SwitchField
        control={control}
        name="ephemeral"
        label="Ephemeral IP"
        hint="An address from a pool, released when the instance is deleted"
        refusal={noEphemeral}
        off={Boolean(noEphemeral)}
      />
      {ephemeral && !noEphemeral && (
        <ListboxField
          control={control}
          name="pool"
          label="IP pool"
          required
          items={addressPoolOptions(available.pools)}
        />
      )}
      {networked && (
        <CheckListField
          control={control}
          name="floatingIps"
          label="Floating IPs"
          items={available.floatingIps
            .filter(isFree)
            .map(({ name, ip }) => ({ value: name, label: name, description: ip }))}
          // The server counts all addresses of a new instance together.
          max={maxFloatingIps - (ephemeral && !noEphemeral ? 1 : 0)}
          things="floating IPs"
          empty={<NoFloatingIp project={props.project} />}
        />
      )}
    </FormSection>
  )
}

/** In another tab: the form stays as it is, and lists the address as soon as it is there. */
const NoFloatingIp = ({ project }: { project: string }) => (
  <p className="text-sm text-ink-3">
    This project has no unattached floating IPs.{' '}
    <Link
      to="/projects/$project/floating-ips-new"
      params={{ project }}
      target="_blank"
      className="text-accent underline"
    >
      Create one in a new tab
    </Link>
  </p>
)

const NoVpc = ({ project }: { project: string }) => (
  <Notice
    title="This project has no VPC"
    content="Without a VPC the instance cannot have a network interface."
    actions={
      <ButtonLink to="/projects/$project/vpcs-new" params={{ project }}>
        New VPC
      </ButtonLink>
    }
  />
)

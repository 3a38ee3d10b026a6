import { useSuspenseQuery } from '@tanstack/react-query'
import { callOrThrow, refreshAfter } from '~/api/queries.ts'
import type { ServiceIcmpConfig } from '~/api/types.gen.ts'
import { SwitchField } from '~/form/choice-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { toast } from '~/lib/toast.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { useFollowRead } from '~/shell/form/follow-read.ts'
import { SettingsCard } from '~/shell/form/settings-card.tsx'
import { refreshOf } from '~/shell/page/reads.ts'
import { PageHeader } from '~/ui/page-header.tsx'
import { icmpQuery } from './queries.ts'

export function IcmpPage() {
  const query = useSuspenseQuery(icmpQuery)
  const form = useForm<ServiceIcmpConfig>({ defaultValues: query.data })
  useFollowRead(query.data, form.formState.isDirty, form.reset)
  const save = async ({ enabled }: ServiceIcmpConfig) => {
    await callOrThrow('networkingInboundIcmpUpdate', { body: { enabled } })
    void refreshAfter('networkingInboundIcmpUpdate')
    form.reset({ enabled })
    toast({ content: `Inbound ICMP turned ${enabled ? 'on' : 'off'}` })
  }
  const refusal = useRefusal('networking_inbound_icmp_update')
  return (
    <>
      <PageHeader title="Inbound ICMP" refresh={refreshOf(query)} />
      <SettingsCard
        title="Services of the system"
        form={form}
        refusal={refusal}
        failureTitle="Could not update inbound ICMP"
        onSubmit={save}
        request={(body) => copyRequest('networkingInboundIcmpUpdate', { body })}
      >
        <SwitchField
          control={form.control}
          name="enabled"
          label="Inbound ICMP"
          hint="The addresses of the system's services answer pings and report unreachable paths and oversized packets. For instances, firewall rules apply."
        />
      </SettingsCard>
    </>
  )
}

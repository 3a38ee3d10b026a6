import { allowListProblem, maxAllowedNetworks } from '@skerry/contract/rules/allow-list.ts'
import { canonicalIpNet, ipNetProblem, ipVersion } from '@skerry/contract/rules/networks.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { hasStatus } from '~/api/errors.ts'
import type { AllowList } from '~/api/types.gen.ts'
import { RadioField } from '~/form/choice-fields.tsx'
import { useIsDirty } from '~/form/form-extras.ts'
import { SubForm } from '~/form/sub-form.tsx'
import { IpNetsField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { forEachListed } from '~/form/validators.ts'
import { messageOf } from '~/lib/errors.ts'
import { toast } from '~/lib/toast.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { useConflictSafe } from '~/shell/conflict/use-conflict-safe.tsx'
import { useFollowRead } from '~/shell/form/follow-read.ts'
import { SettingsCard } from '~/shell/form/settings-card.tsx'
import { refreshOf } from '~/shell/page/reads.ts'
import { Button } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { type AllowListValues, requestOf, saveAllowList, valuesOf } from './allow-list-values.ts'
import { allowListQuery } from './queries.ts'

const choices = [
  { value: 'any', label: 'Any address', description: 'Requests are accepted from everywhere' },
  { value: 'list', label: 'These networks', description: 'All others are refused' },
]

const columns = [{ header: 'Network', cell: (network: string) => <span className="text-mono">{network}</span> }]

/** The networks from which the API and the console accept requests. */
export function AllowListPage() {
  const query = useSuspenseQuery(allowListQuery)
  return (
    <>
      <PageHeader title="Allow List" refresh={refreshOf(query)} />
      <AllowListForm list={query.data} />
    </>
  )
}

function AllowListForm({ list }: { list: AllowList }) {
  const form = useForm<AllowListValues>({ defaultValues: valuesOf(list) })
  const caller = list.callerAddress ?? undefined
  const { allow, networks } = form.watch()
  const { submit, startFrom, question } = useConflictSafe({
    form,
    start: valuesOf(list),
    valuesOf: (values: AllowListValues) => values,
    save: saveAllowList,
  })
  useFollowRead(list, useIsDirty(form), (fresh) => startFrom(valuesOf(fresh)))
  const save = async (values: AllowListValues) => {
    try {
      startFrom(valuesOf(await submit(values)))
      toast({ content: 'Allow list updated' })
    } catch (error) {
      if (hasStatus(error, 400)) form.setError('networks', { message: messageOf(error) })
      throw error
    }
  }
  const refusal = useRefusal('networking_allow_list_update')
  return (
    <SettingsCard
      title="Sources of requests"
      form={form}
      refusal={refusal}
      failureTitle="Could not update the allow list"
      onSubmit={save}
      request={(values) => copyRequest('networkingAllowListUpdate', requestOf(values))}
      conflict={question}
    >
      <RadioField control={form.control} name="allow" label="Take requests from" required choices={choices} />
      {allow === 'list' && (
        <>
          <Notice
            tone="odd"
            title="This may shut you out"
            content={
              <>
                Once saved, requests from anywhere else are refused, to the console and the API alike.{' '}
                {caller ? (
                  <>
                    You come from <b className="text-mono font-medium text-ink">{caller}</b>.
                  </>
                ) : (
                  'Your address is not known here. Check that one of the networks below contains it.'
                )}
              </>
            }
            actions={
              caller &&
              allowListProblem(networks, caller) && (
                <Button size="sm" onClick={() => form.setValue('networks', [...networks, alone(caller)], edited)}>
                  Add my address
                </Button>
              )
            }
          />
          <SubForm<AllowListValues, 'networks', { network: string }, string>
            control={form.control}
            name="networks"
            label="Networks"
            required
            blank={{ network: '' }}
            toRow={({ network }) => canonicalIpNet(network.trim())}
            textOf={(network) => network}
            listing="network"
            columns={columns}
            addLabel="Add network"
            max={maxAllowedNetworks}
            validate={(wanted) => allowListProblem(wanted, caller)}
          >
            {(draft) => (
              <IpNetsField
                control={draft.control}
                name="network"
                label="Network"
                required
                placeholder="203.0.113.0/24"
                validate={forEachListed((network) => (ipNetProblem(network) ? undefined : allowListProblem([network])))}
              />
            )}
          </SubForm>
        </>
      )}
    </SettingsCard>
  )
}

const edited = { shouldDirty: true, shouldValidate: true } as const

/** The network that is an address alone. */
const alone = (address: string) => `${address}/${ipVersion(address) === 4 ? 32 : 128}`

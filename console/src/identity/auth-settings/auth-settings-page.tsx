import { useSuspenseQuery } from '@tanstack/react-query'
import type { SiloAuthSettings } from '~/api/types.gen.ts'
import { RadioField } from '~/form/choice-fields.tsx'
import { ListboxField } from '~/form/listbox.tsx'
import { NumberField } from '~/form/number-field.tsx'
import { useForm } from '~/form/use-form.ts'
import { toast } from '~/lib/toast.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { useConflictSafe } from '~/shell/conflict/use-conflict-safe.tsx'
import { useFollowRead } from '~/shell/form/follow-read.ts'
import { SettingsCard } from '~/shell/form/settings-card.tsx'
import { refreshOf } from '~/shell/page/reads.ts'
import { PageHeader } from '~/ui/page-header.tsx'
import { longestLife, requestOf, saveLongestLife } from './longest-life.ts'
import { authSettingsQuery } from './queries.ts'
import { lifeOf, mostSeconds, secondsOf, type TokenLife, type Unit, units } from './token-life.ts'

const unitItems = (Object.keys(units) as Unit[]).map((unit) => ({ value: unit, label: `${unit}s` }))

export function AuthSettingsPage() {
  const query = useSuspenseQuery(authSettingsQuery)
  return (
    <>
      <PageHeader title="Sign-in Settings" refresh={refreshOf(query)} />
      <TokenLifeForm settings={query.data} />
    </>
  )
}

function TokenLifeForm({ settings }: { settings: SiloAuthSettings }) {
  const form = useForm<TokenLife>({ defaultValues: lifeOf(settings.deviceTokenMaxTtlSeconds) })
  const { control } = form
  const { limited, unit } = form.watch()
  const { submit, startFrom, question } = useConflictSafe<TokenLife, number | null, SiloAuthSettings>({
    form,
    start: longestLife(settings),
    valuesOf: lifeOf,
    save: (base, life) => saveLongestLife(base, secondsOf(life)),
  })
  useFollowRead(settings, form.formState.isDirty, (fresh) => startFrom(longestLife(fresh)))
  const save = async (life: TokenLife) => {
    startFrom(longestLife(await submit(life)))
    toast({ content: 'Sign-in settings updated' })
  }

  const refusal = useRefusal('auth_settings_update')
  return (
    <SettingsCard
      title="Access tokens"
      form={form}
      refusal={refusal}
      failureTitle="Could not update sign-in settings"
      onSubmit={save}
      request={(life) => copyRequest('authSettingsUpdate', requestOf(secondsOf(life)))}
      conflict={question}
    >
      <RadioField
        control={control}
        name="limited"
        label="Maximum lifetime"
        required
        hint="Applies to access tokens created from now on"
        choices={[
          { value: false, label: 'No limit' },
          { value: true, label: 'Limited' },
        ]}
      />
      {limited && (
        <div className="grid gap-4.5 sm:grid-cols-2">
          <NumberField
            control={control}
            name="count"
            label="Number"
            required
            min={1}
            max={Math.floor(mostSeconds / units[unit])}
          />
          <ListboxField control={control} name="unit" label="Unit" required items={unitItems} />
        </div>
      )}
    </SettingsCard>
  )
}

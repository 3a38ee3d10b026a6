import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SiloAuthSettings } from '~/api/types.gen.ts'
import { RadioField } from '~/form/choice-fields.tsx'
import { ListboxField } from '~/form/listbox.tsx'
import { NumberField } from '~/form/number-field.tsx'
import { useForm } from '~/form/use-form.ts'
import { ConflictChoice, ConflictError } from '~/shell/conflict.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { useFollowRead } from '~/shell/follow-read.ts'
import { refreshOf } from '~/shell/reads.ts'
import { rewrite } from '~/shell/rewrite.ts'
import { useRefusal } from '~/shell/roles.ts'
import { SettingsCard } from '~/shell/settings-card.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { toast } from '~/ui/toast.ts'
import { authSettingsQuery } from './queries.ts'
import { lifeInWords, lifeOf, mostSeconds, secondsOf, type TokenLife, type Unit, units } from './token-life.ts'

const unitItems = (Object.keys(units) as Unit[]).map((unit) => ({ value: unit, label: `${unit}s` }))

/** How people sign in to the silo. */
export function AuthSettingsPage() {
  const query = useSuspenseQuery(authSettingsQuery)
  return (
    <>
      <PageHeader title="Sign-in Settings" refresh={refreshOf(query)} />
      <TokenLifeForm settings={query.data} />
    </>
  )
}

/** Writes the longest life of tokens. @throws ConflictError where it is not what it was; nothing is written then. */
const saveLife = (original: SiloAuthSettings, life: TokenLife) =>
  rewrite({
    view: 'authSettingsView',
    at: {},
    update: 'authSettingsUpdate',
    request: (fresh) => {
      const [before, now] = [original, fresh].map((each) => lifeInWords(each.deviceTokenMaxTtlSeconds))
      if (before !== now) throw new ConflictError(fresh, [{ what: 'Longest life', before: before!, now: now! }])
      return requestOf(life)
    },
  })

const requestOf = (life: TokenLife) => ({ body: { deviceTokenMaxTtlSeconds: secondsOf(life) } })

/** How long a device or program that somebody logged in may act for them. */
function TokenLifeForm({ settings }: { settings: SiloAuthSettings }) {
  const base = useRef(settings)
  const [conflict, setConflict] = useState<ConflictError<SiloAuthSettings> | null>(null)
  const form = useForm<TokenLife>({ defaultValues: lifeOf(settings.deviceTokenMaxTtlSeconds) })
  const { control } = form
  const { limited, unit } = form.watch()
  const startFrom = (fresh: SiloAuthSettings) => {
    base.current = fresh
    setConflict(null)
    form.reset(lifeOf(fresh.deviceTokenMaxTtlSeconds))
  }
  useFollowRead(settings, form.formState.isDirty, startFrom)
  const save = async (life: TokenLife) => {
    setConflict(null)
    try {
      startFrom(await saveLife(base.current, life))
      toast({ content: 'Sign-in settings updated' })
    } catch (error) {
      if (error instanceof ConflictError) setConflict(error as ConflictError<SiloAuthSettings>)
      throw error
    }
  }

  return (
    <SettingsCard
      title="Access tokens"
      form={form}
      refusal={useRefusal('auth_settings_update')}
      failureTitle="Could not update sign-in settings"
      onSubmit={save}
      request={(life) => copyRequest('authSettingsUpdate', requestOf(life))}
      conflict={
        conflict && (
          <ConflictChoice
            differences={conflict.differences}
            onReapply={() => {
              base.current = conflict.fresh
            }}
            onDiscard={() => startFrom(conflict.fresh)}
          />
        )
      }
    >
      <RadioField
        control={control}
        name="limited"
        label="Longest life"
        required
        hint="Of the tokens that device login gives out from now on"
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

import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { RadioField } from '~/form/choice-fields.tsx'
import { NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { Hero } from '~/shell/frame/hero.tsx'
import { Button } from '~/ui/button.tsx'
import { rememberedSilo, rememberSilo } from './remembered-silo.ts'

const route = getRouteApi('/login')

export function ChooseSilo() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const form = useForm({
    defaultValues: { silo: rememberedSilo(), way: 'local', provider: '' },
    saveKey: null,
  })
  const { control } = form
  useEffect(() => form.setFocus('silo'), [form])
  const way = useWatch({ control, name: 'way' })
  const proceed = form.handleSubmit(({ silo, provider }) => {
    rememberSilo(silo)
    return way === 'saml'
      ? navigate({ to: '/login/$silo/saml/$provider', params: { silo, provider }, search })
      : navigate({ to: '/login/$silo/local', params: { silo }, search })
  })
  return (
    <Hero title="Sign in">
      <form noValidate onSubmit={proceed} className="flex flex-col gap-4.5">
        <NameField control={control} name="silo" label="Silo" autoComplete="organization" />
        <RadioField
          control={control}
          name="way"
          label="Sign in with"
          choices={[
            { value: 'local', label: 'Password' },
            { value: 'saml', label: 'Single sign-on' },
          ]}
        />
        {way === 'saml' && <NameField control={control} name="provider" label="Provider" />}
        <Button type="submit" variant="primary" className="h-9">
          Continue
        </Button>
      </form>
    </Hero>
  )
}

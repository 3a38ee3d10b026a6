import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { apiQuery } from '~/api/queries.ts'
import { useStillHere } from '~/form/still-here.ts'
import { NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { Hero } from '~/shell/hero.tsx'
import { Button } from '~/ui/button.tsx'
import { rememberedSilo, rememberSilo } from './remembered-silo.ts'

const route = getRouteApi('/login')

/** Asks for a silo, and leads to what it offers. */
export function ChooseSilo() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isHere = useStillHere()
  const form = useForm({ defaultValues: { silo: rememberedSilo() }, saveKey: null })
  useEffect(() => form.setFocus('silo'), [form])
  const proceed = form.handleSubmit(async ({ silo }) => {
    rememberSilo(silo)
    const query = apiQuery('loginProvidersView', { path: { siloName: silo } })
    // The page of passwords says what is wrong with the server.
    const [provider] = await queryClient.fetchQuery(query).then(
      ({ providers }) => providers,
      () => [],
    )
    if (!isHere()) return
    await (provider
      ? navigate({ to: '/login/$silo/saml/$provider', params: { silo, provider }, search })
      : navigate({ to: '/login/$silo/local', params: { silo }, search }))
  })
  return (
    <Hero title="Sign in">
      <form noValidate onSubmit={proceed} className="flex flex-col gap-4.5">
        <NameField
          control={form.control}
          name="silo"
          label="Silo"
          autoComplete="organization"
          hint="Your administrator knows its name"
        />
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting} className="h-9">
          Continue
        </Button>
      </form>
    </Hero>
  )
}

import { getRouteApi } from '@tanstack/react-router'
import { Hero } from '~/shell/hero.tsx'
import { returnPath } from '~/shell/return-path.ts'
import { buttonClass } from '~/ui/button.tsx'

const route = getRouteApi('/login/$silo/saml/$provider')

/** One button to the identity provider. */
export function SamlSignIn() {
  const { silo, provider } = route.useParams()
  const { redirect_uri: wanted } = route.useSearch()
  const target = `/login/${silo}/saml/${provider}/redirect?redirect_uri=${encodeURIComponent(returnPath(wanted))}`
  return (
    <Hero title="Sign in" silo={silo}>
      <a href={target} className={buttonClass({ variant: 'primary' }, 'h-9 w-full')}>
        Sign in with {provider}
      </a>
    </Hero>
  )
}

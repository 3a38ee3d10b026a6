import { createFileRoute } from '@tanstack/react-router'
import { Hero } from '~/shell/hero.tsx'
import { returnPath, signInSearch } from '~/shell/return-path.ts'
import { buttonClass } from '~/ui/button.tsx'

export const Route = createFileRoute('/login/$silo/saml/$provider')({
  validateSearch: signInSearch,
  component: SamlSignIn,
})

/** One button to the identity provider. */
function SamlSignIn() {
  const { silo, provider } = Route.useParams()
  const { redirect_uri: wanted } = Route.useSearch()
  const target = `/login/${silo}/saml/${provider}/redirect?redirect_uri=${encodeURIComponent(returnPath(wanted))}`
  return (
    <Hero title="Sign in" silo={silo}>
      <a href={target} className={buttonClass({ variant: 'primary' }, 'h-9 w-full')}>
        Sign in with {provider}
      </a>
    </Hero>
  )
}

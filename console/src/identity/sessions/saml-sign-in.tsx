import { getRouteApi } from '@tanstack/react-router'
import { Hero } from '~/shell/hero.tsx'
import { announceNextPage } from '~/shell/page-changes.tsx'
import { returnPath } from '~/shell/return-path.ts'
import { buttonClass } from '~/ui/button.tsx'
import { OtherSilo } from './other-silo.tsx'
import { rememberSilo } from './remembered-silo.ts'

const route = getRouteApi('/login/$silo/saml/$provider')

export function SamlSignIn() {
  const { silo, provider } = route.useParams()
  const search = route.useSearch()
  const target = `/login/${silo}/saml/${provider}/redirect?redirect_uri=${encodeURIComponent(returnPath(search.redirect_uri))}`
  return (
    <Hero title="Sign in" silo={silo}>
      <a
        href={target}
        onClick={() => {
          rememberSilo(silo)
          announceNextPage()
        }}
        className={buttonClass({ variant: 'primary' }, 'mb-4.5 h-auto! min-h-9 w-full py-1.5')}
      >
        <span className="min-w-0 text-center whitespace-normal [overflow-wrap:anywhere]">Sign in with {provider}</span>
      </a>
      <OtherSilo search={search} />
    </Hero>
  )
}

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { apiQuery } from '~/api/queries.ts'
import { Hero } from '~/shell/frame/hero.tsx'
import { announceNextPage } from '~/shell/frame/page-changes.tsx'
import { returnPath } from '~/shell/paths/return-path.ts'
import { buttonClass } from '~/ui/button.tsx'
import { rememberSilo } from './remembered-silo.ts'
import { OtherSilo, WithPassword } from './sign-in-links.tsx'

const route = getRouteApi('/login/$silo/saml/$provider')

/** The provider of the address first, unless it is known to be gone. */
const inOrder = (provider: string, offered: readonly string[] = []): string[] =>
  offered.length && !offered.includes(provider)
    ? [...offered]
    : [provider, ...offered.filter((other) => other !== provider)]

/** Offers all providers of the silo. The one of the address is there at once, whatever becomes of the others. */
export function SamlSignIn() {
  const { silo, provider } = route.useParams()
  const search = route.useSearch()
  const offer = useQuery(apiQuery('loginProvidersView', { path: { siloName: silo } })).data
  return (
    <Hero title="Sign in" silo={silo}>
      <div className="mb-4.5 flex flex-col gap-2.5">
        {inOrder(provider, offer?.providers).map((name, index) => (
          <a
            key={name}
            href={`/login/${silo}/saml/${name}/redirect?redirect_uri=${encodeURIComponent(returnPath(search.redirect_uri))}`}
            onClick={() => {
              rememberSilo(silo)
              announceNextPage()
            }}
            className={buttonClass({ variant: index ? 'default' : 'primary' }, 'h-auto! min-h-9 w-full py-1.5')}
          >
            <span className="min-w-0 text-center whitespace-normal [overflow-wrap:anywhere]">Sign in with {name}</span>
          </a>
        ))}
      </div>
      {offer?.password && <WithPassword silo={silo} search={search} />}
      <OtherSilo search={search} />
    </Hero>
  )
}

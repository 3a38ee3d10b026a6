import { assignedRole } from '@skerry/contract/rules/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Folder } from 'lucide-react'
import type { ComponentProps } from 'react'
import { ApiError, hasStatus } from '~/api/errors.ts'
import { apiQuery } from '~/api/queries.ts'
import { snakeCase } from '~/lib/format/case.ts'
import { Button, ButtonLink } from '~/ui/button.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { ForbiddenPage, NotFoundPage, NotOfferedPage, OutdatedPage, SomethingWrongPage } from '~/ui/error-page.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { ownSiloQuery } from '../access/roles.ts'
import { meQuery, myGroupsQuery } from '../access/session.ts'
import { signOut } from '../access/sign-out.ts'

function BackToConsole(look: Pick<ComponentProps<typeof ButtonLink>, 'variant'>) {
  const router = useRouter()
  return (
    <ButtonLink {...look} to="/" onClick={() => void router.invalidate()}>
      Back to console
    </ButtonLink>
  )
}

/** Where people come to after their sign-in. */
const firstPage = '/projects'

/** @param refusedAt without the way back, where it would lead to the same page */
const ErrorActions = ({ refusedAt }: { refusedAt?: string }) => (
  <>
    {refusedAt !== firstPage && <BackToConsole variant="primary" />}
    <Button onClick={() => void signOut()}>Sign out</Button>
  </>
)

export const NotFound = () => <NotFoundPage actions={<ErrorActions />} />

/** Instead of every page, once its code no longer exists on the server. */
export const Outdated = () => (
  <main>
    <OutdatedPage
      actions={
        <Button variant="primary" onClick={() => location.reload()}>
          Reload
        </Button>
      }
    />
  </main>
)

const MissingNote = lazyPart(() => import('./missing-note.tsx'))

const hint = (
  <PartBoundary quiet fallback={null}>
    <MissingNote />
  </PartBoundary>
)

/** What a page shows that could not be read. */
export function RouteError({ error }: ErrorComponentProps) {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  if (error instanceof ApiError && error.isMissingOperation)
    return <NotOffered operation={snakeCase(error.operation)} requestId={requestId} />
  if (hasStatus(error, 404)) return <NotFoundPage hint={hint} requestId={requestId} actions={<ErrorActions />} />
  if (hasStatus(error, 403)) return <Forbidden requestId={requestId} />
  return <SomethingWrongPage requestId={requestId} actions={<ErrorActions />} />
}

function NotOffered(offered: { operation: string; requestId: string | undefined }) {
  const router = useRouter()
  return (
    <NotOfferedPage
      {...offered}
      actions={
        <>
          <Button variant="primary" onClick={() => router.history.back()}>
            Go back
          </Button>
          <BackToConsole />
        </>
      }
    />
  )
}

/** Who has no role gets an explanation, once that is known: a refusal may have other reasons, such as the allow list. */
function Forbidden({ requestId }: { requestId: string | undefined }) {
  const { pathname } = useRouter().state.location
  const ofMe = useQuery(meQuery)
  const ofGroups = useQuery(myGroupsQuery)
  const ofPolicy = useQuery(apiQuery('policyView', {}, { expected: 'it only explains a refusal' }))
  const ofSilo = useQuery({ ...ownSiloQuery(ofMe.data?.siloId ?? ''), enabled: ofMe.data !== undefined })
  if ([ofMe, ofGroups, ofPolicy, ofSilo].some(({ isLoading }) => isLoading)) return null
  const [me, groups, policy] = [ofMe, ofGroups, ofPolicy].every(({ isSuccess }) => isSuccess)
    ? ([ofMe.data, ofGroups.data, ofPolicy.data] as const)
    : []
  const identities = new Set([me?.id ?? '', ...(groups ?? []).map(({ id }) => id)])
  const hasNoRole = me && policy && !assignedRole(policy.roleAssignments, identities)
  const hasProvider = ofSilo.data && ofSilo.data.identityMode !== 'local_only'
  const explained = hasNoRole && hasProvider && groups?.length === 0
  if (hasNoRole && pathname === firstPage && !explained) return <NoProjects user={me.displayName} silo={me.siloName} />
  return (
    <ForbiddenPage
      requestId={requestId}
      reason={explained ? noRole(me.siloName) : pathname === firstPage ? notAllowed : noAccess}
      actions={<ErrorActions refusedAt={pathname} />}
    />
  )
}

/** Who was only just added to a silo has made no mistake. */
function NoProjects({ user, silo }: { user: string; silo: string }) {
  const router = useRouter()
  return (
    <>
      <PageHeader title="Projects" refresh={{ onRefresh: () => void router.invalidate(), updatedAt: 0, busy: false }} />
      <EmptyState
        icon={<Folder />}
        title="No projects yet"
        body={
          <>
            An administrator of the silo <b translate="no">{silo}</b> gives you a role on a project's Access page. Tell
            them your name: <b translate="no">{user}</b>
          </>
        }
      />
    </>
  )
}

/** Any role on the silo or a project shows the first page, so that it is refused has other reasons. */
const notAllowed = 'Your role or your network address may not be allowed here. Ask an administrator.'
const noAccess = 'You do not have the role that this page needs. Ask an administrator for it.'

const noRole = (silo: string) => (
  <>
    You are not in any groups and have no role on the silo. This usually means the identity provider is not set up
    correctly. Ask an administrator of the silo <b translate="no">{silo}</b> for a role.{' '}
    <a
      className="text-accent underline"
      href={`${import.meta.env.BASE_URL}docs/operating/silos.html#sign-in-with-saml`}
    >
      How sign-in is set up
    </a>
  </>
)

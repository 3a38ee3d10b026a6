import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '~/api/api.ts'
import { apiQuery } from '~/api/queries.ts'
import { leaveFor } from '~/api/session.ts'
import { useStillHere } from '~/form/still-here.ts'
import { SecretField, TextField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { spanInWords } from '~/lib/format/time.ts'
import { Hero, SignInProblem } from '~/shell/frame/hero.tsx'
import { announceNextPage } from '~/shell/frame/page-changes.tsx'
import { returnPath, type SignInSearch } from '~/shell/paths/return-path.ts'
import { Button } from '~/ui/button.tsx'
import { rememberSilo } from './remembered-silo.ts'
import { OtherSilo } from './sign-in-links.tsx'

const route = getRouteApi('/login/$silo/local')

interface Credentials {
  username: string
  password: string
}

/** Asks for a password at once. A silo without local users leads to what it has as soon as that is known. */
export function LocalSignIn() {
  const { silo } = route.useParams()
  const search = route.useSearch()
  const offer = useQuery(apiQuery('loginProvidersView', { path: { siloName: silo } })).data
  const [provider] = offer?.providers ?? []
  if (provider) return <Navigate to="/login/$silo/saml/$provider" params={{ silo, provider }} search={search} replace />
  return (
    <Hero title="Sign in" silo={silo}>
      {offer?.password === false ? <NoProvider /> : <PasswordForm silo={silo} search={search} />}
      <OtherSilo search={search} />
    </Hero>
  )
}

const NoProvider = () => (
  <p className="mb-4.5 text-ink-2">
    This silo has no identity provider yet. Nobody can sign in before an operator adds one.
  </p>
)

function PasswordForm({ silo, search }: { silo: string; search: SignInSearch }) {
  const form = useForm<Credentials>({ defaultValues: { username: '', password: '' }, saveKey: null })
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const inFlight = useRef(false)
  const isHere = useStillHere()
  useEffect(() => form.setFocus('username'), [form])

  const attempt = async (body: Credentials) => {
    setBusy(true)
    setProblem(undefined)
    const failed = await signIn(silo, body)
    if (failed === undefined) {
      rememberSilo(silo)
      if (!isHere()) return
      announceNextPage()
      leaveFor(returnPath(search.redirect_uri))
      return
    }
    setBusy(false)
    setProblem(failed)
    form.setValue('password', '')
    form.setFocus('password')
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (inFlight.current) return
    inFlight.current = true
    await form.handleSubmit(attempt)()
    inFlight.current = false
  }

  return (
    <form noValidate onSubmit={send} className="mb-4.5 flex flex-col gap-4.5">
      {problem && <SignInProblem>{problem}</SignInProblem>}
      {problem === refused && (
        <p className="text-sm text-ink-2">Check the username, the password, and the name of the silo: {silo}.</p>
      )}
      <TextField control={form.control} name="username" label="Username" required autoComplete="username" />
      <SecretField control={form.control} name="password" label="Password" required autoComplete="current-password" />
      <Button type="submit" variant="primary" busy={busy} className="h-9">
        Sign in
      </Button>
    </form>
  )
}

/** @returns the error to show if the browser does not send the cookie that it has just received. */
async function keptCookie(): Promise<string | undefined> {
  const { statusCode } = await api.currentUserView()
  if (statusCode !== 401) return undefined
  const https = location.protocol === 'https:' ? '' : ', or open the console at an address that begins with https'
  return `The password is right, but the browser did not keep the sign-in cookie. Allow cookies for ${location.host}${https}.`
}

const refused = 'Could not sign in'

/** @returns the error to show. It gives no reason for a refused password, which would help an attacker. */
async function signIn(siloName: string, body: Credentials): Promise<string | undefined> {
  try {
    const result = await api.loginLocal({ path: { siloName }, body })
    if (result.type === 'success') return await keptCookie()
    if (result.type === 'error' && result.statusCode === 403)
      return `The server refuses this page. ${result.error.message}`
    if (result.statusCode !== 429) return refused
    const seconds = Number(result.headers.get('retry-after')) || 60
    return `Too many attempts. Try again in ${spanInWords(seconds * 1000)}.`
  } catch {
    return 'The server does not answer'
  }
}

import { Link } from '@tanstack/react-router'
import type { SignInSearch } from '~/shell/paths/return-path.ts'

const linkClass = 'inline-block text-accent hover:underline pointer-coarse:py-3'

/** From the sign-in page of one silo to the page that asks for another. */
export const OtherSilo = ({ search }: { search: SignInSearch }) => (
  <p className="text-center text-sm">
    <Link to="/login" search={search} className={linkClass}>
      Sign in to another silo
    </Link>
  </p>
)

/** From the page of a provider, for a silo of local users. */
export const WithPassword = ({ silo, search }: { silo: string; search: SignInSearch }) => (
  <p className="mb-1.5 text-center text-sm">
    <Link to="/login/$silo/local" params={{ silo }} search={search} className={linkClass}>
      Sign in with a password
    </Link>
  </p>
)

import { Link } from '@tanstack/react-router'
import type { SignInSearch } from '~/shell/return-path.ts'

/** From the sign-in page of one silo to the page that asks for another. */
export const OtherSilo = ({ search }: { search: SignInSearch }) => (
  <p className="text-center text-sm">
    <Link to="/login" search={search} className="inline-block text-accent hover:underline pointer-coarse:py-3">
      Sign in to another silo
    </Link>
  </p>
)

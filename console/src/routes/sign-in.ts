import { cachedFirst } from '~/api/cached-first.ts'
import { setFormsOwner } from '~/form/saved-forms.ts'
import { meQuery } from '~/shell/access/session.ts'
import { lazyPage } from '~/shell/page/lazy-page.ts'
import { signInSearch } from '~/shell/paths/return-path.ts'
import { root } from './layouts.tsx'
import { page } from './route-kinds.ts'

const deviceSearch = ({ user_code: code }: Record<string, unknown>): { user_code?: string } =>
  typeof code === 'string' ? { user_code: code } : {}

/** The pages outside the console's frame. */
export const signInRoutes = [
  page(root, '/login', [], {
    validateSearch: signInSearch,
    component: lazyPage(() => import('~/identity/sessions/choose-silo.tsx'), 'ChooseSilo'),
  }),
  page(root, '/login/$silo/local', [], {
    validateSearch: signInSearch,
    component: lazyPage(() => import('~/identity/sessions/local-sign-in.tsx'), 'LocalSignIn'),
  }),
  page(root, '/login/$silo/saml/$provider', [], {
    validateSearch: signInSearch,
    component: lazyPage(() => import('~/identity/sessions/saml-sign-in.tsx'), 'SamlSignIn'),
  }),
  // For signed-in users whom a device sent here.
  page(root, '/device/verify', [], {
    validateSearch: deviceSearch,
    loader: ({ context }) => cachedFirst(context, meQuery).then(({ id }) => setFormsOwner(id)),
    component: lazyPage(() => import('~/identity/sessions/device-verify.tsx'), 'DeviceVerify'),
  }),
  page(root, '/device/success', [], {
    component: lazyPage(() => import('~/identity/sessions/device-success.tsx'), 'DeviceSuccess'),
  }),
] as const

import { createRoute } from '@tanstack/react-router'
import { certificateQuery, certificatesSource } from '~/identity/certificates/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { app } from '../layouts.tsx'

const certificates = createRoute({
  getParentRoute: () => app,
  id: '_certificates',
  staticData: { page: true, crumbs: [{ label: 'Certificates', to: '/certificates' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, certificatesSource),
  component: lazyPage(() => import('~/identity/certificates/certificates-page.tsx'), 'CertificatesPage'),
})

const certificatesAlone = createRoute({ getParentRoute: () => certificates, path: 'certificates' })

const certificateCreate = createRoute({
  getParentRoute: () => certificates,
  path: 'certificates-new',
  staticData: { panel: 'New certificate' },
  component: lazyPage(() => import('~/identity/certificates/certificate-create.tsx'), 'NewCertificate'),
})

const certificateDetails = createRoute({
  getParentRoute: () => certificates,
  path: 'certificates/$certificate',
  staticData: { panel: 'Certificate' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(certificateQuery(params.certificate)),
  component: lazyPage(() => import('~/identity/certificates/certificate-details.tsx'), 'CertificateDetails'),
})

export const certificateRoutes = [
  certificates.addChildren([certificatesAlone, certificateCreate, certificateDetails]),
] as const

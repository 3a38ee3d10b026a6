import { Link } from '@tanstack/react-router'
import { BadgeCheck } from 'lucide-react'
import type { Certificate } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import type { Column } from '~/table/columns.ts'
import { MoreCell } from '~/table/more-cell.tsx'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { Expiry, serviceLabel } from './certificate-facts.tsx'
import { askToDeleteCertificate } from './delete-certificate.tsx'
import { certificatesSource } from './queries.ts'

const columns: readonly Column<Certificate>[] = [
  nameColumn(({ name }) => (
    <Link to="/certificates/$certificate" params={{ certificate: name }} search state>
      {name}
    </Link>
  )),
  { id: 'service', header: 'Service', value: ({ service }) => serviceLabel[service] },
  descriptionColumn,
  {
    id: 'names',
    header: 'Names covered',
    cell: ({ names }) => <MoreCell items={names} />,
    value: ({ names }) => names.join(', '),
  },
  {
    id: 'time_expires',
    header: 'Expires',
    cell: ({ timeExpires }) => <Expiry date={timeExpires} />,
    value: ({ timeExpires }) => timeExpires,
  },
  createdColumn,
]

export function CertificatesPage() {
  const refused = useRefusals()
  return (
    <ListPage
      title="Certificates"
      source={certificatesSource}
      columns={columns}
      create={{ label: 'Add certificate', to: '/certificates-new', refusal: refused('certificate_create') }}
      view={({ id }) => copyRequest('certificateView', { path: { certificate: id } })}
      rowActions={(certificate) => [
        {
          label: 'Delete',
          danger: true,
          refusal: refused('certificate_delete'),
          onSelect: () => askToDeleteCertificate(certificate),
        },
      ]}
      itemLink={({ name }) => pathTo('/certificates/$certificate', { certificate: name })}
      emptyIcon={<BadgeCheck />}
      emptyTitle="No certificates"
      emptyBody="A certificate secures connections to the silo's own host name with TLS."
    />
  )
}

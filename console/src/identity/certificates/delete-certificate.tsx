import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Certificate } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'
import { Notice } from '~/ui/notice.tsx'
import { everyCertificateQuery } from './queries.ts'

/** Whether all other certificates have expired. */
const isLastValid = (certificate: Certificate, every: readonly Certificate[], now: Date): boolean =>
  certificate.timeExpires > now && !every.some(({ id, timeExpires }) => id !== certificate.id && timeExpires > now)

/** Reads them itself: a caller that opens the dialog before they are read is warned once they are. */
function LastValidNotice({ certificate }: { certificate: Certificate }) {
  const every = useQuery(everyCertificateQuery).data
  const [now] = useState(() => new Date())
  if (!every || !isLastValid(certificate, every, now)) return null
  return (
    <span className="mt-3 block">
      <Notice
        tone="bad"
        title="This is the last valid certificate"
        content="Without a valid certificate, browsers and programs refuse to connect to the silo's own host name."
      />
    </span>
  )
}

/** Asks first; warns where no valid certificate would be left. */
export function askToDeleteCertificate(certificate: Certificate): void {
  askToDelete({
    kind: 'certificate',
    name: certificate.name,
    consequence: (
      <>
        is permanently deleted, and its key with it.
        <LastValidNotice certificate={certificate} />
      </>
    ),
    method: 'certificateDelete',
    request: { path: { certificate: certificate.id } },
  })
}

import type { Certificate } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/ask-to-delete.tsx'
import { Notice } from '~/ui/notice.tsx'

/** Whether no other certificate holds any more. */
const isLastValid = (certificate: Certificate, every: readonly Certificate[], now: Date): boolean =>
  certificate.timeExpires > now && !every.some(({ id, timeExpires }) => id !== certificate.id && timeExpires > now)

/** Asks, and warns where nothing would be left to serve. @param every undefined where they could not be read */
export function askToDeleteCertificate(certificate: Certificate, every: readonly Certificate[] | undefined): void {
  const isLast = every && isLastValid(certificate, every, new Date())
  askToDelete({
    kind: 'certificate',
    name: certificate.name,
    consequence: (
      <>
        is deleted for good, and its key with it.
        {isLast && (
          <span className="mt-3 block">
            <Notice
              tone="bad"
              title="This is the last valid certificate"
              content="Without one, browsers and programs that reach the silo under its own name refuse the connection."
            />
          </span>
        )}
      </>
    ),
    method: 'certificateDelete',
    request: { path: { certificate: certificate.id } },
  })
}

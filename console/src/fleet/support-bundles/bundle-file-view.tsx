import { parseJson, stringifyJson } from '@skerry/contract/rules/json.ts'
import { useQuery } from '@tanstack/react-query'
import { failureOf } from '~/shell/page/reads.ts'
import { Button, ButtonAnchor } from '~/ui/button.tsx'
import { Modal } from '~/ui/modal.tsx'
import { ReadFailureNotice } from '~/ui/read-failure.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { fileTextQuery } from './queries.ts'

interface BundleFileViewProps {
  bundleId: string
  path: string
  /** Where the file is downloaded. */
  address: string
  onClose: () => void
}

/** JSON with a line per value. */
function readable(path: string, text: string): string {
  if (!path.endsWith('.json')) return text
  try {
    return stringifyJson(parseJson(text), 2)
  } catch {
    return text
  }
}

/** The text of a file of a bundle. */
export default function BundleFileView({ bundleId, path, address, onClose }: BundleFileViewProps) {
  const text = useQuery(fileTextQuery(bundleId, path))
  const failure = failureOf(text)
  return (
    <Modal
      title={path}
      size="free"
      onDismiss={onClose}
      footer={
        <>
          <ButtonAnchor href={address} download>
            Download
          </ButtonAnchor>
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {failure ? (
        <ReadFailureNotice what="The file" failure={failure} />
      ) : text.data === undefined ? (
        <Skeleton width="40ch" />
      ) : (
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keyboard
          tabIndex={0}
          role="region"
          aria-label={`Content of ${path}`}
          className="text-mono max-h-[60dvh] overflow-auto rounded-md border border-line bg-sunken px-3 py-2.5 text-sm"
        >
          {readable(path, text.data) || 'The file is empty'}
        </pre>
      )}
    </Modal>
  )
}

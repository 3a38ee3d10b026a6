import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DetailPanel } from '~/shell/page/detail-panel.tsx'
import { Metadata } from '~/shell/page/metadata.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Fact } from '~/ui/facts.tsx'
import { Notice } from '~/ui/notice.tsx'
import { Expiry, serviceLabel } from './certificate-facts.tsx'
import { certificateQuery } from './queries.ts'

const route = getRouteApi('/_app/_certificates/certificates/$certificate')

/** A certificate cannot be changed, only looked at and copied; its key is shown to nobody. */
export function CertificateDetails() {
  const { data: certificate } = useSuspenseQuery(certificateQuery(route.useParams().certificate))
  const { name, description, service, names, timeExpires, cert, warnings = [] } = certificate
  return (
    <DetailPanel title={name} closeTo="/certificates">
      {warnings.map((warning) => (
        <Notice key={warning} tone="warn" title={warning} />
      ))}
      <Metadata thing={certificate}>
        <Fact label="Description">{description}</Fact>
        <Fact label="Service">{serviceLabel[service]}</Fact>
        <Fact label="Names covered">{names.join(', ')}</Fact>
        <Fact label="Expires">
          <Expiry date={timeExpires} />
        </Fact>
      </Metadata>
      <section aria-label="Certificate">
        <h3 className="mb-1.5 flex items-center gap-1 text-md font-medium">
          Certificate
          <CopyButton text={cert} label="Copy certificate" />
        </h3>
        <pre className="text-mono rounded-md border border-line bg-sunken px-3 py-2.5 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {cert}
        </pre>
      </section>
    </DetailPanel>
  )
}

import { supportBundleCan } from '@skerry/contract/rules/support-bundles.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { SupportBundleInfo } from '~/api/types.gen.ts'
import { formatBytes } from '~/lib/format/numbers.ts'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { createPolling } from '~/shell/live/polling.ts'
import { IdentityFacts } from '~/shell/page/metadata.tsx'
import { failureOf, refreshOf } from '~/shell/page/reads.ts'
import { SecondaryCell } from '~/table/secondary-cell.tsx'
import { StateBadge } from '~/ui/badge.tsx'
import { ButtonAnchor } from '~/ui/button.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { Notice } from '~/ui/notice.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { bundlePolling, downloadAddress, useBundleActions } from './bundle-actions.tsx'
import { BundleFiles } from './bundle-files.tsx'
import { bundleName, bundleQuery, sizeQuery } from './queries.ts'

const route = getRouteApi('/_app/system/support-bundles/$bundle')

export function SupportBundlePage() {
  const { bundle: id } = route.useParams()
  const [polling] = useState(() => createPolling<SupportBundleInfo>(bundlePolling))
  const query = useSuspenseQuery({
    ...bundleQuery(id),
    refetchInterval: ({ state }) => polling(state.data ? [state.data] : []),
  })
  const bundle = query.data
  const isActive = bundle.state === 'active'
  const size = useQuery({ ...sizeQuery(id), enabled: isActive })
  const navigate = useNavigate()
  const actions = useBundleActions(() => void navigate({ to: '/system/support-bundles' }))
  const view = copyRequest('supportBundleView', { path: { bundleId: id } })
  return (
    <>
      <PageHeader
        title={`Support bundle ${bundleName(bundle)}`}
        badge={<StateBadge state={bundle.state} />}
        refresh={refreshOf(query)}
      >
        <ButtonAnchor
          variant="primary"
          href={downloadAddress(bundle)}
          download
          refusal={supportBundleCan.download.refusal(bundle)}
        >
          Download
        </ButtonAnchor>
        <MenuButton
          label="Support bundle actions"
          variant="default"
          items={rowMenu(
            id,
            view,
            actions(bundle).filter(({ danger }) => danger),
          )}
        />
      </PageHeader>
      <div className="mb-6">
        <Facts>
          <Fact label="Reason">{bundle.reasonForCreation}</Fact>
          {isActive && (
            <Fact label="Size">
              <SecondaryCell value={size.data} failure={failureOf(size)}>
                {(bytes) => formatBytes(bytes)}
              </SecondaryCell>
            </Fact>
          )}
          <IdentityFacts thing={bundle} />
        </Facts>
      </div>
      {bundle.reasonForFailure && (
        <Notice tone="bad" title="The bundle could not be collected" content={bundle.reasonForFailure} />
      )}
      {bundle.state === 'collecting' && (
        <Notice title="The bundle is being collected" content="Its files are listed here once it is complete." />
      )}
      {isActive && <BundleFiles bundleId={id} />}
    </>
  )
}

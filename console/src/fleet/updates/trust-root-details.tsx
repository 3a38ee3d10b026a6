import { stringifyJson } from '@skerry/contract/rules/json.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DetailPanel } from '~/shell/page/detail-panel.tsx'
import { Metadata } from '~/shell/page/metadata.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Fact } from '~/ui/facts.tsx'
import { DateTime } from '~/ui/time.tsx'
import { trustRootQuery } from './queries.ts'
import { factsOfRootRole } from './root-role.ts'

const route = getRouteApi('/_app/system/_trust-roots/updates/trust-roots/$trustRoot')

export function TrustRootDetails() {
  const { data: root } = useSuspenseQuery(trustRootQuery(route.useParams().trustRoot))
  const { version, expires, keys } = factsOfRootRole(root.rootRole)
  const text = JSON.stringify(JSON.parse(stringifyJson(root.rootRole)), null, 2)
  return (
    <DetailPanel title="Trust root" closeTo="/system/updates/trust-roots">
      <Metadata thing={root}>
        <Fact label="Version">{version}</Fact>
        <Fact label="Expires">{expires && <DateTime date={expires} />}</Fact>
        <Fact label="Keys">{keys}</Fact>
      </Metadata>
      <section aria-label="Root role">
        <h3 className="mb-1.5 flex items-center gap-1 text-md font-medium">
          Root role
          <CopyButton text={text} label="Copy root role" />
        </h3>
        <pre className="text-mono rounded-md border border-line bg-sunken px-3 py-2.5 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {text}
        </pre>
      </section>
    </DetailPanel>
  )
}

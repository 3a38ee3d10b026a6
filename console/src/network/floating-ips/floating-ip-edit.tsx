import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ThingLink, useStorageNames } from '~/compute/storage-names.tsx'
import { PoolName } from '~/network/pool-name.tsx'
import { EditNames } from '~/shell/edit-names.tsx'
import { Metadata } from '~/shell/metadata.tsx'
import { pathTo } from '~/shell/path.ts'
import { useRefusal } from '~/shell/roles.ts'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Fact } from '~/ui/facts.tsx'
import { floatingIpQuery } from './queries.ts'

const route = getRouteApi('/_app/projects/$project/_floating-ips/floating-ips/$floatingIp/edit')

export function EditFloatingIp() {
  const { project, floatingIp: name } = route.useParams()
  const { data: floatingIp } = useSuspenseQuery(floatingIpQuery(project, name))
  const names = useStorageNames(project, ['instances'])
  return (
    <EditNames
      word="floating IP"
      thing={floatingIp}
      view="floatingIpView"
      update="floatingIpUpdate"
      at={{ path: { floatingIp: floatingIp.id } }}
      refusal={useRefusal('floating_ip_update', { project })}
      closeTo={pathTo('/projects/$project/floating-ips', { project })}
    >
      <Metadata thing={floatingIp}>
        <Fact label="IP address">
          <span className="text-mono">{floatingIp.ip}</span>
          <CopyButton text={floatingIp.ip} label="Copy address" />
        </Fact>
        <Fact label="IP pool">
          <PoolName id={floatingIp.ipPoolId} />
        </Fact>
        <Fact label="Instance">
          <ThingLink {...{ project, names }} kind="instances" id={floatingIp.instanceId} plain />
        </Fact>
      </Metadata>
    </EditNames>
  )
}

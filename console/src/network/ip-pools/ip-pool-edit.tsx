import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { EditNames } from '~/shell/edit-names.tsx'
import { Metadata } from '~/shell/metadata.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { ipPoolQuery } from './queries.ts'

const route = getRouteApi('/_app/system/_ip-pools/networking/ip-pools/$pool/edit')

export function EditIpPool() {
  const { data: pool } = useSuspenseQuery(ipPoolQuery(route.useParams().pool))
  return (
    <EditNames
      word="IP pool"
      thing={pool}
      view="ipPoolView"
      update="ipPoolUpdate"
      at={{ path: { pool: pool.id } }}
      refusal={useRefusal('ip_pool_update')}
      closeTo="/system/networking/ip-pools"
    >
      <Metadata thing={pool} />
    </EditNames>
  )
}

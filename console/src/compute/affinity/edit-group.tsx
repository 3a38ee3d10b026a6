import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { EditNames } from '~/shell/edit-names.tsx'
import { Metadata } from '~/shell/metadata.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { Fact } from '~/ui/facts.tsx'
import { affinity, antiAffinity, type GroupKind, listPath, policyLabel } from './kinds.ts'
import { groupQuery } from './queries.ts'

const apartRoute = getRouteApi('/_app/projects/$project/_affinity/affinity/$antiAffinityGroup/edit')
const togetherRoute = getRouteApi('/_app/projects/$project/_affinity/affinity-groups/$affinityGroup/edit')

export function EditAntiAffinityGroup() {
  const { project, antiAffinityGroup } = apartRoute.useParams()
  return <EditGroup kind={antiAffinity} project={project} name={antiAffinityGroup} />
}

export function EditAffinityGroup() {
  const { project, affinityGroup } = togetherRoute.useParams()
  return <EditGroup kind={affinity} project={project} name={affinityGroup} />
}

function EditGroup({ kind, project, name }: { kind: GroupKind; project: string; name: string }) {
  const { data: group } = useSuspenseQuery(groupQuery(kind, project, name))
  return (
    <EditNames
      word={kind.thing}
      thing={group}
      view={kind.view}
      update={kind.update}
      at={{ path: kind.pathOf(group.id) }}
      refusal={useRefusal(kind.needs.update, { project })}
      closeTo={listPath(project)}
    >
      <Metadata thing={group}>
        <Fact label="Type">{kind.label}</Fact>
        <Fact label="Policy">{policyLabel[group.policy]}</Fact>
      </Metadata>
    </EditNames>
  )
}

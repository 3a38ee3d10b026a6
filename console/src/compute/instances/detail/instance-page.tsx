import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { invalidate } from '~/api/queries.ts'
import type { Instance } from '~/api/types.gen.ts'
import { formatBytes, formatCpus } from '~/lib/format/numbers.ts'
import { rowMenu } from '~/shell/actions/copy-request.ts'
import { LockBadge } from '~/shell/actions/deletion-lock.tsx'
import { unlessLive } from '~/shell/live/live.ts'
import { DetailPage } from '~/shell/page/detail-page.tsx'
import { IdentityFacts } from '~/shell/page/metadata.tsx'
import { refreshOf } from '~/shell/page/reads.ts'
import { useQuickActions } from '~/shell/palette/quick-actions.ts'
import { StateBadge } from '~/ui/badge.tsx'
import { Button } from '~/ui/button.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Fact } from '~/ui/facts.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { TabLink } from '~/ui/tabs.tsx'
import { RelativeTime } from '~/ui/time.tsx'
import { ConditionBadge } from '../condition.tsx'
import { useInstanceActions } from '../instance-actions.tsx'
import { instance as kind } from '../instance.ts'
import { pollInstanceEvery } from '../instance.ts'
import { instanceQuery } from '../queries.ts'
import { ExternalIps, PrimaryVpc } from './instance-network.tsx'

const AutoRestartState = lazyPart(() => import('./auto-restart-state.tsx'))

/** While an instance stops, it can be powered off at once. */
const commandsOf = ({ runState }: Instance) => ['start', runState === 'stopping' ? 'powerOff' : 'stop'] as const
const inMenu = ['powerOff', 'reboot', 'resize', 'serialConsole', 'graphicalConsole', 'lock', 'delete'] as const

const about =
  'An instance is a virtual machine. Storage shows its disks, which are kept when it is deleted; Networking its interfaces, addresses and firewall rules; Metrics its CPU, disk and network use; Connect its consoles, SSH and what its guest agent reports; Settings its groups and auto-restart.'

const refresh = () =>
  void invalidate(
    'instanceView',
    'instanceDiskList',
    'imageList',
    'snapshotList',
    'instanceExternalIpList',
    'instanceNetworkInterfaceList',
    'floatingIpList',
    'projectIpPoolList',
    'vpcList',
    'vpcSubnetList',
    'vpcFirewallRulesView',
    'timeseriesQuery',
    'instanceSshPublicKeyList',
    'instanceGuestView',
    'instancePortForwardList',
    'instanceAffinityGroupList',
    'instanceAntiAffinityGroupList',
  )

export function InstancePage() {
  const params = useParams({ from: '/_app/projects/$project/instances/$instance' })
  const query = useSuspenseQuery({
    ...instanceQuery(params),
    refetchInterval: ({ state }) => unlessLive(pollInstanceEvery(state.data)),
  })
  const instance = query.data
  const navigate = useNavigate()
  const actions = useInstanceActions(params.project, () => void navigate({ to: kind.listPath(params.project) }))
  useQuickActions(actions.quick(instance))

  return (
    <>
      <DetailPage
        title={instance.name}
        badge={<LockBadge thing={instance} />}
        refresh={{ ...refreshOf(query), onRefresh: refresh }}
        about={{ title: 'Instances', text: about }}
        actions={
          <>
            {actions.menu(instance, commandsOf(instance)).map(({ label, refusal, onSelect }, place) => (
              // Focus stays at its place.
              <Button key={place} refusal={refusal} onClick={onSelect}>
                {label}
              </Button>
            ))}
            <MenuButton
              label="Instance actions"
              variant="default"
              items={rowMenu(instance.id, kind.view(instance), actions.menu(instance, inMenu))}
            />
          </>
        }
        facts={<InstanceFacts instance={instance} />}
        tabs={
          <>
            <TabLink to="/projects/$project/instances/$instance/storage" params={params}>
              Storage
            </TabLink>
            <TabLink to="/projects/$project/instances/$instance/networking" params={params}>
              Networking
            </TabLink>
            <TabLink to="/projects/$project/instances/$instance/metrics" params={params}>
              Metrics
            </TabLink>
            <TabLink to="/projects/$project/instances/$instance/connect" params={params}>
              Connect
            </TabLink>
            <TabLink to="/projects/$project/instances/$instance/settings" params={params}>
              Settings
            </TabLink>
          </>
        }
      />
    </>
  )
}

const InstanceFacts = ({ instance }: { instance: Instance }) => (
  <>
    <Fact label="State">
      <StateBadge state={instance.runState} note={<RelativeTime date={instance.timeRunStateUpdated} />} />
      <ConditionBadge instance={instance} />
      {instance.runState === 'failed' && (
        <PartBoundary quiet fallback={<Skeleton width="9ch" />}>
          <AutoRestartState instance={instance} />
        </PartBoundary>
      )}
    </Fact>
    {instance.startRefusal && (
      <Fact label="Not started" wide>
        {instance.startRefusal}
      </Fact>
    )}
    {instance.condition && (
      <Fact label="Paused" wide>
        <span>
          <RelativeTime date={new Date(instance.condition.since)} />: {instance.condition.detail}
        </span>
      </Fact>
    )}
    <Fact label="CPU">{formatCpus(instance.ncpus)}</Fact>
    <Fact label="Memory">{formatBytes(Number(instance.memory))}</Fact>
    <Fact label="VPC">
      <PrimaryVpc instance={instance.id} />
    </Fact>
    <Fact label="External IPs">
      <ExternalIps instance={instance.id} />
    </Fact>
    <Fact label="Hostname">
      <span className="min-w-0 truncate">{instance.hostname}</span>
      <CopyButton text={instance.hostname} label="Copy hostname" />
    </Fact>
    <Fact label="Description">{instance.description}</Fact>
    <IdentityFacts thing={{ id: instance.id, timeCreated: instance.timeCreated }} />
  </>
)

import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { invalidate } from '~/api/queries.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { DetailPage } from '~/shell/page/detail-page.tsx'
import { IdentityFacts } from '~/shell/page/metadata.tsx'
import { refreshOf } from '~/shell/page/reads.ts'
import { useQuickActions } from '~/shell/palette/quick-actions.ts'
import { useBeganOn } from '~/shell/paths/began-on.ts'
import { Button } from '~/ui/button.tsx'
import { Fact } from '~/ui/facts.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { TabLink } from '~/ui/tabs.tsx'
import { receiverQuery } from './queries.ts'
import { askToDeleteReceiver, probeRefusal } from './receiver-actions.ts'

const ProbeModal = lazyPart(() => import('./probe-modal.tsx'))

const route = getRouteApi('/_app/system/alerts/$receiver')

const tabs = [
  { label: 'Deliveries', to: '/system/alerts/$receiver/deliveries' },
  { label: 'Subscriptions', to: '/system/alerts/$receiver/subscriptions' },
  { label: 'Secrets', to: '/system/alerts/$receiver/secrets' },
] as const

const about =
  'A receiver is sent the alerts of its subscriptions as signed HTTP requests to its endpoint. Failed deliveries are retried.'

const refresh = () => void invalidate('alertReceiverView', 'alertDeliveryList', 'alertProbeList')

export function ReceiverPage() {
  const params = route.useParams()
  const query = useSuspenseQuery(receiverQuery(params.receiver))
  const receiver = query.data
  const refused = useRefusals()
  const navigate = useNavigate()
  const beganOn = useBeganOn('receiver')
  const [probing, setProbing] = useState(false)
  const close = () => setProbing(false)
  const refusal = refused('alert_receiver_probe') ?? probeRefusal(receiver)
  useQuickActions([{ group: 'Actions', label: 'Send probe', run: () => setProbing(true), refusal }])
  return (
    <>
      <DetailPage
        title={receiver.name}
        refresh={{ ...refreshOf(query), onRefresh: refresh }}
        about={{ title: 'Alert receivers', text: about }}
        actions={
          <>
            <Button refusal={refusal} onClick={() => setProbing(true)}>
              Send probe
            </Button>
            <MenuButton
              label="Alert receiver actions"
              variant="default"
              items={rowMenu(receiver.id, copyRequest('alertReceiverView', { path: { receiver: receiver.id } }), [
                {
                  label: 'Edit',
                  refusal: refused('webhook_receiver_update'),
                  link: (
                    <Link to="/system/alerts/$receiver/edit" params={{ receiver: receiver.name }} state={beganOn} />
                  ),
                },
                {
                  label: 'Delete',
                  danger: true,
                  refusal: refused('alert_receiver_delete'),
                  onSelect: () => askToDeleteReceiver(receiver, () => void navigate({ to: '/system/alerts' })),
                },
              ])}
            />
          </>
        }
        facts={
          <>
            <Fact label="Endpoint" wide>
              <span className="text-mono [overflow-wrap:anywhere]">{receiver.kind.endpoint}</span>
            </Fact>
            <Fact label="Description">{receiver.description}</Fact>
            <IdentityFacts thing={receiver} />
          </>
        }
        tabs={tabs.map(({ label, to }) => (
          <TabLink key={to} to={to} params={params}>
            {label}
          </TabLink>
        ))}
      />
      {probing && (
        <PartBoundary onFailed={close}>
          <ProbeModal receiver={receiver} onClose={close} />
        </PartBoundary>
      )}
    </>
  )
}

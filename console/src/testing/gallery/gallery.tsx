// Every part on one page, for looking at and for the browser tests of the parts; not in the production build.
import '~/styles.css'
import {
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterProvider,
} from '@tanstack/react-router'
import { Boxes, Server } from 'lucide-react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { confirm } from '~/lib/confirm.ts'
import { startHotkeys } from '~/lib/hotkeys.ts'
import { toast } from '~/lib/toast.ts'
import { BulkHost } from '~/table/bulk-host.tsx'
import { Badge, StateBadge } from '~/ui/badge.tsx'
import { Button } from '~/ui/button.tsx'
import { Card } from '~/ui/card.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { NotFoundPage } from '~/ui/error-page.tsx'
import { Dash, Fact, Facts } from '~/ui/facts.tsx'
import { Hosts } from '~/ui/hosts.tsx'
import KeyboardMap from '~/ui/keyboard-map.tsx'
import { LoadingBar } from '~/ui/loading-bar.tsx'
import { copyItem, MenuButton } from '~/ui/menu.tsx'
import { MeterCard } from '~/ui/meter-card.tsx'
import { Notice } from '~/ui/notice.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { TabLink, Tabs } from '~/ui/tabs.tsx'
import { DateTime, RelativeTime } from '~/ui/time.tsx'
import { ShortId } from '~/ui/truncate.tsx'
import { GalleryForms } from './gallery-forms.tsx'
import { GalleryTable } from './gallery-table.tsx'

const states = 'running starting migrating failed stopped'.split(' ')
const created = new Date(Date.now() - 38 * 86_400_000)
const id = '935499b3-6b1c-4f43-9d0b-7f0a1c2eece4'

function Everything() {
  const [updatedAt, setUpdatedAt] = useState(Date.now)
  const [map, setMap] = useState(false)
  return (
    <main className="mx-auto flex max-w-6xl flex-col px-(--gutter) pt-7 max-sm:px-4">
      <PageHeader
        title="postgres-primary"
        badge={<StateBadge state="running" note={<RelativeTime date={created} />} />}
        refresh={{ onRefresh: () => setUpdatedAt(Date.now()), updatedAt, busy: false }}
      >
        <Button refusal="It is running already">Start</Button>
        <Button
          onClick={() =>
            toast({
              content: (
                <>
                  Stopping instance <b>api-1</b>
                </>
              ),
            })
          }
        >
          Stop
        </Button>
        <Button
          variant="primary"
          onClick={() =>
            toast({ variant: 'error', title: 'Could not stop instance', content: 'Instance is not running' })
          }
        >
          Fail
        </Button>
        <Button onClick={() => setMap(true)}>Keyboard map</Button>
        <MenuButton
          label="Page menu"
          variant="default"
          items={[
            copyItem('Copy ID', id),
            { label: 'Settings', link: <Link to="/settings" /> },
            { label: 'Resize', refusal: 'Can only be resized while stopped' },
            { label: 'Delete', danger: true, onSelect: askToDelete },
            { label: 'Reboot', onSelect: () => toast({ content: 'Rebooting' }) },
          ]}
        />
      </PageHeader>
      <Facts>
        <Fact label="CPU">
          8 <span className="text-ink-3">vCPUs</span>
        </Fact>
        <Fact label="Created">
          <DateTime date={created} />
        </Fact>
        <Fact label="ID">
          <ShortId id={id} /> <CopyButton label="Copy ID" text={id} />
        </Fact>
        <Fact label="Description">
          Primary of the tide gauge store, with a description that goes on for longer than its cell is wide
        </Fact>
        <Fact label="External IPs">
          <Dash />
        </Fact>
      </Facts>
      <div className="h-6" />
      <Tabs label="Parts">
        <TabLink to="/">Storage</TabLink>
        <TabLink to="/settings">Networking</TabLink>
      </Tabs>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        {states.map((state) => (
          <StateBadge key={state} state={state} />
        ))}
        <Badge>default</Badge>
        <Badge tone="accent">this silo</Badge>
        <Button variant="danger" onClick={askToDelete}>
          Delete
        </Button>
        <Button variant="quiet">Quiet</Button>
        <Button busy>Busy</Button>
      </div>
      <div className="mb-6 flex">
        <MeterCard
          title="CPU"
          figures="4 / 8"
          label="CPU provisioned"
          words="4 of 8 vCPUs provisioned"
          points={5000}
          isRed={false}
          left="50 % provisioned"
          right="4 available"
        />
      </div>
      <div className="mb-6 grid gap-3 md:grid-cols-2">
        <Notice tone="bad" title="Error" content="The server said no" />
        <Notice
          tone="busy"
          title="Technical preview"
          content="A reload loses all"
          actions={<Button size="sm">Learn more</Button>}
        />
      </div>
      <GalleryTable />
      <Card title="Additional disks" actions={<Button>Create disk</Button>}>
        <EmptyState icon={<Boxes />} title="No disks" body="Disks hold what an instance must not lose.">
          <Button variant="primary">New disk</Button>
        </EmptyState>
      </Card>
      <GalleryForms />
      <NotFoundPage
        requestId="b3f1c9"
        actions={
          <>
            <Button>Back to console</Button>
            <Button>Sign out</Button>
          </>
        }
      />
      {map && (
        <KeyboardMap
          onClose={() => setMap(false)}
          lines={[
            { keys: ['mod+K'], does: 'Quick actions' },
            { keys: ['j', 'k'], does: 'Row down, up' },
            { keys: ['shift+x'], does: 'Select a range' },
          ]}
        />
      )}
      <LoadingBar busy={false} />
    </main>
  )
}

let tries = 0
const askToDelete = () =>
  confirm({
    title: 'Delete disk',
    danger: true,
    body: (
      <>
        Disk <b>pg-data</b> and what is on it will be gone.
      </>
    ),
    action: async () => {
      if (++tries % 2 === 1) throw new Error('Disk is attached')
      toast({
        content: (
          <>
            Disk <b>pg-data</b> deleted
          </>
        ),
      })
    },
  })

const Other = () => (
  <main className="p-8">
    <h1>
      <Server /> Another page
    </h1>
    <Link to="/">Back</Link>
  </main>
)
const root = createRootRoute()
const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/', component: Everything }),
  createRoute({ getParentRoute: () => root, path: '/settings', component: Other }),
])

startHotkeys()
createRoot(document.querySelector('#root')!).render(
  <>
    {/* A router of its own, whose paths the app's types do not know. */}
    <RouterProvider<AnyRouter> router={createRouter({ routeTree, history: createMemoryHistory() })} />
    <Hosts />
    <BulkHost />
  </>,
)

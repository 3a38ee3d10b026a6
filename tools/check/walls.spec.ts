import { expect, test } from 'vitest'
import { wallProblems } from './walls.ts'

const problems = (path: string, text: string) => wallProblems([{ path, text }])

test.each([
  ['contract/src/values.ts', `import { x } from '../../control-plane/src/control-plane.ts'`],
  ['contract/src/rules/disks.ts', `import { z } from 'zod'`],
  ['contract/src/rules/disks.ts', `import { disks } from '../compute/disks.ts'`],
  ['control-plane/src/control-plane.ts', `import { x } from '@skerry/console/main.ts'`],
  ['control-plane/src/kernel/http/binder.ts', `import { disksOps } from '../../compute/disks/disks.ops.ts'`],
  ['control-plane/src/kernel/http/binder.ts', `import fs from 'node:fs'`],
  ['control-plane/src/kernel/http/binder.ts', `import { testDatabase } from '../../testing/test-database.ts'`],
  ['control-plane/src/kernel/sagas/saga-fixtures.ts', `import { startTestServer } from '../../testing/test-server.ts'`],
  ['control-plane/src/kernel/sagas/saga-fixtures.ts', `import { disksOps } from '../../compute/disks/disks.ops.ts'`],
  ['control-plane/src/compute/disks/disks.repo.ts', `const { x } = await import('node:fs')`],
  [
    'control-plane/src/identity/silos/silos.ops.ts',
    `import { removeImage } from '../../compute/images/images.repo.ts'`,
  ],
  ['control-plane/src/fleet/sleds/sleds.repo.ts', `import { seedUsers } from '../../demo/users.seed.ts'`],
  ['control-plane/src/fleet/sleds/sleds.ops.ts', `import { lock } from '../rack/system-networking/lock.ts'`],
  ['control-plane/src/compute/disks/disk.view.ts', `import { sql } from 'kysely'`],
  ['control-plane/src/platform/simulator/disks.ts', `import { Hono } from 'hono'`],
  ['control-plane/src/platform/simulator/disks.ts', `import { sql } from 'kysely'`],
  ['control-plane/src/platform/simulator/disks.ts', `import type { Db } from '../../kernel/database/database.ts'`],
  ['control-plane/src/platform/simulator/disks.ts', `import { randomId } from '../../kernel/values/uuid.ts'`],
  ['control-plane/src/platform/simulator/disks.ts', `import type { Disk } from '@skerry/contract/compute/disks.ts'`],
  ['control-plane/src/node/start/assemble.ts', `import { Simulator } from '../../platform/simulator/simulator.ts'`],
  ['control-plane/src/node/start/run.ts', `const { x } = await import('../../platform/qemu/whole/on-host.ts')`],
  ['control-plane/src/control-plane.spec.ts', `import type { Simulator } from './platform/simulator/simulator.ts'`],
  ['bench/api.bench.ts', `import { Simulator } from '../control-plane/src/platform/simulator/simulator.ts'`],
  [
    'control-plane/src/platform/conformance/volumes.ts',
    `import type { VolumeStore } from '../volume-store/volume-store.ts'`,
  ],
  [
    'control-plane/src/platform/interface/faults.ts',
    `import type { VolumeStore } from '../volume-store/volume-store.ts'`,
  ],
  ['control-plane/src/platform/qemu/base/work.ts', `import { Machine } from '../machines/lifecycle/machine.ts'`],
  ['control-plane/src/platform/qemu/machines/order/a.ts', `import { CommandLine } from '../process/command-line.ts'`],
  ['control-plane/src/platform/qemu/new-room/a.ts', `import { Work } from '../base/work.ts'`],
  ['control-plane/src/clock/clock.ts', `import type { Platform } from '../platform/interface/platform.ts'`],
  ['control-plane/src/file-system/durable-files.ts', `import { systemClock } from '../clock/clock.ts'`],
  ['control-plane/src/queue/fair-queue.ts', `import { busy } from '../kernel/http/errors.ts'`],
  ['control-plane/src/kernel/http/binder.ts', `import { durable } from '../../file-system/durable-files.ts'`],
  ['control-plane/src/node/start/run.ts', `import { Layers } from '../../platform/qemu/volumes/layers.ts'`],
  ['console/src/main.tsx', `import { x } from '@skerry/control-plane/control-plane.ts'`],
  ['console/src/main.tsx', `import { z } from 'zod'`],
  ['console/src/main.tsx', `import {\n  disks,\n} from '@skerry/contract/compute/disks.ts'`],
  ['console/src/ui/menu.tsx', `import { routeTree } from '~/routes/tree.ts'`],
  ['console/src/ui/menu.tsx', `import { useForm } from '~/form/use-form.ts'`],
  ['console/src/table/table.tsx', `import { ListPage } from '../shell/list/list-page.tsx'`],
  ['console/src/shell/list/list-page.tsx', `import { disksSource } from '~/compute/disks/queries.ts'`],
  ['console/src/shell/frame/connection.ts', `import type { AppRouter } from '~/router.tsx'`],
  ['console/src/compute/disks/disks-page.tsx', `import { disks } from '~/routes/project.ts'`],
  ['console/src/compute/disks/disks-page.tsx', `import { Serial } from '~/compute/instances/serial/find-bar.tsx'`],
  ['console/src/compute/disks/disks-page.tsx', `import { keys } from '~/identity/ssh-keys/queries.ts'`],
  ['console/src/compute/disks/disks-page.tsx', `import { validateSubnet } from '~/network/validators.ts'`],
  ['console/src/identity/quotas/share.ts', `import { HardwareLink } from '~/fleet/hardware-links.tsx'`],
  ['console/src/lib/store.ts', `import { api } from '~/api/api.ts'`],
  ['console/src/terraform/document.ts', `import { useForm } from '~/form/use-form.ts'`],
  ['console/src/table/table.tsx', `import { api } from '../api/client.ts'`],
  ['console/src/ui/index.ts', `export * from './menu.tsx'\nexport { a, type B } from './badge.tsx'`],
])('%s may not: %s', (path, text) => {
  expect(problems(path, text)).toHaveLength(1)
})

test.each([
  ['control-plane/src/main.node.ts', `import fs from 'node:fs'`],
  [
    'control-plane/src/kernel/http/binder.spec.ts',
    `import { x } from '../../control-plane.ts'\nimport fs from 'node:fs'`,
  ],
  ['control-plane/src/kernel/http/binder.ts', `// import fs from 'node:fs'\n/* import 'node:os' */`],
  ['control-plane/src/compute/disks/disks.ops.ts', `import { x } from '../../kernel/http/call.ts'`],
  ['control-plane/src/platform/simulator/disks.ts', `import { systemClock } from '../../clock/clock.ts'`],
  ['control-plane/src/queue/fair-queue.ts', `import type { Clock } from '../clock/clock.ts'`],
  ['control-plane/src/platform/qemu/volumes/a.ts', `import { FairQueue } from '../../../queue/fair-queue.ts'`],
  [
    'control-plane/src/platform/qemu/base/order-file.ts',
    `import { durable } from '../../file-system/durable-files.ts'`,
  ],
  ['control-plane/src/node/start/run.ts', `import { durable } from '../../file-system/durable-files.ts'`],
  ['control-plane/src/platform/choice/choose-platform.ts', `import { Simulator } from '../simulator/simulator.ts'`],
  ['console/src/mock/control-plane.ts', `import { x } from '@skerry/control-plane/main.browser.ts'`],
  ['console/src/main.tsx', `import type { Disk } from '@skerry/contract/compute/disks.ts'`],
  ['console/src/main.tsx', `import { diskCan } from '@skerry/contract/rules/disks.ts'`],
  ['console/src/ui/menu.tsx', `import type { Disk } from '~/api/types.ts'`],
  ['console/src/router.tsx', `import { routeTree } from './routes/tree.ts'`],
  ['console/src/routes/project.ts', `const page = () => import('~/compute/disks/disks-page.tsx')`],
  ['console/src/compute/disks/disks-page.tsx', `import { instanceQuery } from '~/compute/instances/queries.ts'`],
  ['console/src/compute/instances/serial/find-bar.tsx', `import { instanceQuery } from '../queries.ts'`],
  ['console/src/network/floating-ips/queries.ts', `import { inProject } from '~/shell/things/in-project.ts'`],
  ['console/src/api/errors.ts', `import { upperFirst } from '~/lib/format/words.ts'`],
  ['console/src/shell/list/list.spec.ts', `import { disksSource } from '~/compute/disks/queries.ts'`],
  ['console/src/compute/instances/queries.ts', `import { validate } from '~/identity/ssh-keys/public-key.ts'`],
  ['console/src/ui/menu.tsx', `export { a } from './badge.tsx'\nexport const b = 1`],
])('%s may: %s', (path, text) => {
  expect(problems(path, text)).toEqual([])
})

test('a problem says where it is', () => {
  expect(problems('console/src/main.tsx', `import 'react'\n\nimport { z } from 'zod'`)[0]).toMatch(
    /^console\/src\/main\.tsx:3 imports zod: /,
  )
})

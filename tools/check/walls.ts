import { isTest } from './check.ts'
import type { Source } from './check.ts'
import { importsOf, withoutComments } from './imports.ts'
import type { Import } from './imports.ts'

interface Wall {
  /** Whether the wall applies to a file. */
  inside(path: string): boolean
  /** Whether this import crosses it. */
  crosses(target: Import, from: string): boolean
  why: string
}

/** The wings of both sides, lowest first. A wing imports only from those before it, so there are no cycles. */
const wings = ['identity', 'fleet', 'network', 'compute']
const wingOf = (path: string) => wings.indexOf(wing.exec(path)?.[1] ?? '')
const wing = /^control-plane\/src\/(identity|compute|network|fleet)\//
const usesNode =
  /^(control-plane\/src\/(main\.node\.ts|file-system\/|node\/|platform\/qemu\/)|(tools|bench|e2e)\/)|\.config\.ts$/
/** The console's layers, lowest first. A file imports from its own layer and from those before it. */
const floors = [
  /^console\/src\/lib\//,
  /^console\/src\/api\//,
  /^console\/src\/ui\//,
  /^console\/src\/terraform\//,
  /^console\/src\/(form|table)\//,
  /^console\/src\/shell\//,
  /^console\/src\/(identity|compute|network|fleet)\//,
  /^console\/src\/routes\//,
  /^console\/src\/(mock\/|[^/]+$)/,
]
const floorOf = (path: string) => floors.findIndex((floor) => floor.test(path))
/** Slug and all, or a file that stands beside the slugs for the whole wing. */
const consoleWing = /^console\/src\/(?<wing>identity|compute|network|fleet)\/((?<slug>[^/]+)\/)?(?<rest>.+)$/
/** Files of the console that the wings after theirs may import. */
const lent = new Set([
  'console/src/fleet/hardware-links.tsx',
  'console/src/identity/ssh-keys/public-key.ts',
  'console/src/identity/utilization/capacity.ts',
  'console/src/identity/utilization/queries.ts',
  'console/src/identity/utilization/resources.ts',
  'console/src/identity/utilization/usage-card.tsx',
  'console/src/network/effective-rules/effective-rules-card.tsx',
  'console/src/network/external-ips/external-ips-card.tsx',
  'console/src/network/external-ips/queries.ts',
  'console/src/network/network-interfaces/interface-fields.tsx',
  'console/src/network/network-interfaces/interface-values.ts',
  'console/src/network/network-interfaces/interfaces-card.tsx',
  'console/src/network/network-interfaces/queries.ts',
  'console/src/network/pool-options.ts',
  'console/src/network/pools.ts',
  'console/src/network/vpcs/deletion.ts',
])
const knowsSimulator = /^control-plane\/src\/platform\/(simulator\/|testing\/|choice\/(choose|page)-platform\.ts$)/
const knowsQemu = /^(bench|tools\/test)\/|^control-plane\/src\/platform\/(qemu\/|choice\/choose-platform\.ts$)/
/** Rooms of QEMU, lowest first. Each imports only from those before it. */
const qemuRooms = [
  'base',
  'cgroups',
  'volumes/formats',
  'volumes',
  'machines/users',
  'machines/order',
  'machines/files',
  'machines/qmp',
  'machines/record',
  'networks',
  'machines/process',
  'machines/console',
  'machines/guest',
  'machines/disks',
  'machines/lifecycle',
  'machines',
  'samples',
  'host',
  'tiny-linux',
  'probe',
  'whole',
]
const qemuRoomOf = (path: string) =>
  qemuRooms.indexOf(/^control-plane\/src\/platform\/qemu\/(.+)\/[^/]+$/.exec(path)?.[1] ?? '')
/** Folders that import no other part of the control plane; only queue/ imports the clock. */
const bases = /^control-plane\/src\/(clock|queue|file-system)\//
const forPlatforms =
  /^control-plane\/src\/(platform|clock|queue|file-system)\/|^contract\/src\/rules\/image-content\.ts$/
const httpOrSql = /^(hono|@hono\/.*|kysely|pg|ws|@electric-sql\/.*)(\/|$)/

const walls: Wall[] = [
  {
    inside: (path) => path.startsWith('contract/'),
    crosses: ({ target }) => /^(control-plane|console)\//.test(target),
    why: 'the contract imports neither side',
  },
  {
    inside: (path) => path.startsWith('control-plane/'),
    crosses: ({ target }) => target.startsWith('console/'),
    why: 'the control plane must not import the console',
  },
  {
    inside: (path) => path.startsWith('console/') && !path.startsWith('console/src/mock/'),
    crosses: ({ target }) => /^(control-plane|console\/src\/mock)\//.test(target),
    why: 'of the console only mock/ knows the control plane, and no other file knows mock/',
  },
  {
    inside: (path) => path.startsWith('control-plane/src/kernel/') && !isTest(path),
    crosses: ({ target }) => wing.test(target) || /^control-plane\/src\/(control-plane|handlers)\.ts$/.test(target),
    why: 'the kernel must not import wings',
  },
  {
    inside: (path) => wing.test(path) && !isTest(path),
    crosses: ({ target }, from) => wingOf(target) > wingOf(from) || target.startsWith('control-plane/src/demo/'),
    why: `wings import each other in one order, and no demo data: ${wings.join(', ')}`,
  },
  {
    // Where it meets the other hardware: the inventory, and what an issue says of a rollout.
    inside: (path) =>
      (wing.test(path) || path.startsWith('control-plane/src/kernel/')) &&
      !/^control-plane\/src\/fleet\/(rack\/|inventory\/|issues\/sagas\.ts$)/.test(path) &&
      !isTest(path),
    crosses: ({ target }) => target.startsWith('control-plane/src/fleet/rack/'),
    why: 'only fleet/inventory/ and fleet/issues/sagas.ts may use the hardware of racks',
  },
  {
    inside: (path) => path.startsWith('control-plane/src/platform/') && !isTest(path),
    crosses: ({ target }) =>
      httpOrSql.test(target) || (/^(control-plane|contract)\//.test(target) && !forPlatforms.test(target)),
    why: 'a platform may import only clock/, queue/, file-system/ and kinds of images: not HTTP, SQL, the contract or the kernel',
  },
  {
    inside: (path) => !knowsSimulator.test(path),
    crosses: ({ target }) => target.startsWith('control-plane/src/platform/simulator/'),
    why: 'only choose-platform.ts, page-platform.ts and testing/ know which platform there is',
  },
  {
    inside: (path) => !knowsQemu.test(path),
    // Tests of real machines boot its image.
    crosses: ({ target }, from) =>
      target.startsWith('control-plane/src/platform/qemu/') &&
      !(isTest(from) && target === 'control-plane/src/platform/qemu/tiny-linux/cached-tiny-linux.ts'),
    why: 'only choose-platform.ts knows which platforms there are',
  },
  {
    inside: (path) => path.startsWith('control-plane/src/platform/conformance/'),
    crosses: ({ target }) =>
      target.startsWith('control-plane/') && !/^control-plane\/src\/platform\/(conformance|interface)\//.test(target),
    why: 'the conformance suite knows no platform, only platform/interface/',
  },
  {
    inside: (path) => path.startsWith('control-plane/src/platform/interface/') && !isTest(path),
    crosses: ({ target }) => /^control-plane\/src\/platform\/(?!interface\/)/.test(target),
    why: 'the interface of platforms knows none of them',
  },
  {
    inside: (path) => path.startsWith('control-plane/src/platform/qemu/') && !isTest(path),
    crosses: ({ target }, from) => qemuRoomOf(target) > qemuRoomOf(from),
    why: 'the rooms of qemu/ import each other in the order of walls.ts',
  },
  {
    inside: (path) => bases.test(path) && !isTest(path),
    crosses: ({ target }, from) =>
      httpOrSql.test(target) ||
      (/^(contract|control-plane)\//.test(target) &&
        !target.startsWith(bases.exec(from)![0]) &&
        !(target === 'control-plane/src/clock/clock.ts' && from.startsWith('control-plane/src/queue/'))),
    why: 'clock/, queue/ and file-system/ import no other part of the control plane, and only queue/ the clock',
  },
  {
    inside: (path) => path.endsWith('.view.ts'),
    crosses: ({ target }) => target === 'kysely' || target === 'control-plane/src/kernel/database/database.ts',
    why: 'a view reads nothing: it turns a row into a type of the contract',
  },
  {
    inside: (path) => path.startsWith('control-plane/') && !isTest(path),
    crosses: ({ target }) => /^control-plane\/src\/(.+\/)?testing\//.test(target),
    why: 'testing/ is for tests',
  },
  {
    inside: (path) =>
      /^control-plane\/src\/(kernel|platform|clock|queue)\//.test(path) && isTest(path) && !path.endsWith('.spec.ts'),
    crosses: ({ target }) => target.startsWith('control-plane/src/testing/') || wing.test(target),
    why: 'only specs of the kernel, the platform and the clock may start the whole control plane',
  },
  {
    inside: (path) => !usesNode.test(path) && !isTest(path),
    crosses: ({ target }) => target.startsWith('node:') || target.startsWith('control-plane/src/file-system/'),
    why: 'this file must run without node:*',
  },
  {
    inside: (path) => path.startsWith('console/src/') && !isTest(path),
    crosses: ({ target }, from) => floorOf(target) > floorOf(from),
    why: 'the console imports in one order: lib, api, ui, terraform, form and table, shell, wings, routes',
  },
  {
    inside: (path) => /^console\/src\/(ui|form|table|terraform)\//.test(path) && !isTest(path),
    crosses: ({ target, typeOnly }) => target.startsWith('console/src/api/') && !typeOnly,
    why: 'shared parts may import only types from api',
  },
  {
    inside: (path) => consoleWing.test(path) && !isTest(path),
    crosses: ({ target }, from) => {
      const [there, here] = [consoleWing.exec(target)?.groups, consoleWing.exec(from)?.groups]
      if (!there || !here || (there.wing === here.wing && there.slug === here.slug)) return false
      if (there.wing === here.wing) return there.rest!.includes('/')
      return wings.indexOf(there.wing!) > wings.indexOf(here.wing!) || !lent.has(target)
    },
    why: `of other slugs only files directly in their folders may be imported, of wings before (${wings.join(', ')}) only those in walls.ts`,
  },
  {
    // One lazy page checks a whole request as it is typed.
    inside: (path) =>
      path.startsWith('console/src/') &&
      !path.startsWith('console/src/fleet/switch-port-settings/create/') &&
      !isTest(path),
    crosses: ({ target, typeOnly }) =>
      target === 'zod' || (target.startsWith('contract/') && !target.startsWith('contract/src/rules/') && !typeOnly),
    why: 'the console loads zod on one page alone: import types, or predicates of contract/src/rules',
  },
  {
    inside: (path) => path.startsWith('contract/src/rules/') && !isTest(path),
    crosses: ({ target, typeOnly }) =>
      !typeOnly && (target === 'zod' || (target.startsWith('contract/') && !target.startsWith('contract/src/rules/'))),
    why: 'the console loads these predicates: no zod',
  },
]

/** Imports that cross a wall, and barrel files. */
export function wallProblems(sources: Source[]): string[] {
  return sources.flatMap((source) => {
    const imports = importsOf(source)
    const crossed = walls
      .filter(({ inside }) => inside(source.path))
      .flatMap(({ crosses, why }) =>
        imports
          .filter((target) => crosses(target, source.path))
          .map(({ line, specifier }) => `${source.path}:${line} imports ${specifier}: ${why}`),
      )
    return isBarrel(source) ? [...crossed, `${source.path} is a barrel: import from the files it names`] : crossed
  })
}

function isBarrel({ path, text }: Source): boolean {
  if (!/\.tsx?$/.test(path)) return false
  const code = withoutComments(text)
  const rest = code.replace(/^\s*export\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})\s*from\s*['"][^'"]+['"];?/gm, '')
  return rest !== code && rest.trim() === ''
}

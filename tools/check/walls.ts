import { isTest } from './check.ts'
import type { Source } from './check.ts'
import { importsOf, withoutComments } from './imports.ts'
import type { Import } from './imports.ts'

interface Wall {
  /** Files on this side. */
  inside(path: string): boolean
  /** Whether this import of that file would cross it. */
  crosses(target: Import, from: string): boolean
  why: string
}

/** The control plane's wings from the foundation up: one imports from those before it alone, so there are no cycles. */
const wings = ['identity', 'fleet', 'network', 'compute']
const wingOf = (path: string) => wings.indexOf(wing.exec(path)?.[1] ?? '')
const wing = /^control-plane\/src\/(identity|compute|network|fleet)\//
const usesNode = /^(control-plane\/src\/(main\.node\.ts|node\/|platform\/qemu\/)|(tools|bench|e2e)\/)|\.config\.ts$/
/** The console from its foundation up: a file imports from its own floor and from those before it. */
const floors = [
  /^console\/src\/api\//,
  /^console\/src\/ui\//,
  /^console\/src\/(form|table)\//,
  /^console\/src\/shell\//,
  /^console\/src\/(identity|compute|network|fleet)\//,
  /^console\/src\/routes\//,
  /^console\/src\/[^/]+$/,
]
const floorOf = (path: string) => floors.findIndex((floor) => floor.test(path))
const consoleSlug = /^console\/src\/(?<wing>identity|compute|network|fleet)\/(?<slug>[^/]+)\/(?<rest>.+)$/
/** What a wing of the console lends to the others. */
const lent = new Set([
  'console/src/compute/images/upload/pace.ts',
  'console/src/identity/ssh-keys/public-key.ts',
  'console/src/network/effective-rules/effective-rules-card.tsx',
  'console/src/network/external-ips/external-ips-card.tsx',
  'console/src/network/external-ips/queries.ts',
  'console/src/network/network-interfaces/interface-fields.tsx',
  'console/src/network/network-interfaces/interface-values.ts',
  'console/src/network/network-interfaces/interfaces-card.tsx',
  'console/src/network/network-interfaces/queries.ts',
])
const httpOrSql = /^(hono|@hono\/.*|kysely|pg|ws|@electric-sql\/.*)(\/|$)/

const walls: Wall[] = [
  {
    inside: (path) => path.startsWith('contract/'),
    crosses: ({ target }) => /^(control-plane|console)\//.test(target),
    why: 'the contract knows neither side',
  },
  {
    inside: (path) => path.startsWith('control-plane/'),
    crosses: ({ target }) => target.startsWith('console/'),
    why: 'the control plane does not know the console',
  },
  {
    inside: (path) => path.startsWith('console/') && path !== 'console/src/mock.ts',
    crosses: ({ target }) => target.startsWith('control-plane/'),
    why: 'of the console only mock.ts knows the control plane',
  },
  {
    inside: (path) => path.startsWith('control-plane/src/kernel/') && !isTest(path),
    crosses: ({ target }) => wing.test(target) || /^control-plane\/src\/(app|handlers)\.ts$/.test(target),
    why: 'wings stand on the kernel, which does not know them',
  },
  {
    // Demo data tells one story across the wings.
    inside: (path) => wing.test(path) && !isTest(path) && !path.endsWith('.seed.ts'),
    crosses: ({ target }, from) => wingOf(target) > wingOf(from),
    why: `wings stand on each other in one order: ${wings.join(', ')}`,
  },
  {
    inside: (path) => path.startsWith('control-plane/src/platform/') && !isTest(path),
    crosses: ({ target }) =>
      httpOrSql.test(target) ||
      (/^(control-plane|contract)\//.test(target) && !/^control-plane\/src\/(platform|clock)\//.test(target)),
    why: 'a platform knows the clock and nothing else: neither HTTP, SQL, the contract nor the kernel',
  },
  {
    inside: (path) => path.startsWith('control-plane/src/clock/') && !isTest(path),
    crosses: ({ target }) => httpOrSql.test(target) || /^(contract\/|control-plane\/(?!src\/clock\/))/.test(target),
    why: 'kernel and platform both stand on the clock, which knows neither',
  },
  {
    inside: (path) => path.startsWith('control-plane/') && !isTest(path),
    crosses: ({ target }) => /^control-plane\/src\/(.+\/)?testing\//.test(target),
    why: 'testing/ is for tests',
  },
  {
    inside: (path) =>
      /^control-plane\/src\/(kernel|platform|clock)\//.test(path) && isTest(path) && !path.endsWith('.spec.ts'),
    crosses: ({ target }) => target.startsWith('control-plane/src/testing/') || wing.test(target),
    why: 'only specs of the kernel, the platform and the clock may start the whole control plane',
  },
  {
    inside: (path) => !usesNode.test(path) && !isTest(path),
    crosses: ({ target }) => target.startsWith('node:'),
    why: 'this file also runs in the page, where there is no node:*',
  },
  {
    inside: (path) => path.startsWith('console/src/'),
    crosses: ({ target }, from) => floorOf(target) > floorOf(from),
    why: 'the console stands on api, ui, form and table, shell, the wings, the routes, in this order',
  },
  {
    inside: (path) => /^console\/src\/(ui|form|table)\//.test(path) && !isTest(path),
    crosses: ({ target, typeOnly }) => target.startsWith('console/src/api/') && !typeOnly,
    why: 'parts know of the API only types',
  },
  {
    inside: (path) => consoleSlug.test(path) && !isTest(path),
    crosses: ({ target }, from) => {
      const [there, here] = [consoleSlug.exec(target)?.groups, consoleSlug.exec(from)?.groups]
      if (!there || !here || (there.wing === here.wing && there.slug === here.slug)) return false
      return there.wing === here.wing ? there.rest!.includes('/') : !lent.has(target)
    },
    why: 'a slug uses of others in its wing what stands directly in their folders, of other wings what walls.ts lists',
  },
  {
    inside: (path) => path.startsWith('console/src/') && !isTest(path) && path !== 'console/src/mock.ts',
    crosses: ({ target, typeOnly }) =>
      target === 'zod' || (target.startsWith('contract/') && !target.startsWith('contract/src/rules/') && !typeOnly),
    why: 'zod stays out of the page: import types, or predicates of contract/src/rules',
  },
  {
    inside: (path) => path.startsWith('contract/src/rules/') && !isTest(path),
    crosses: ({ target, typeOnly }) =>
      !typeOnly && (target === 'zod' || (target.startsWith('contract/') && !target.startsWith('contract/src/rules/'))),
    why: 'the console loads these predicates: no zod',
  },
]

/** Imports that run the wrong way, and files that only hand on what others define. */
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

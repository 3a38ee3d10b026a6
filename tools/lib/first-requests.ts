import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createServer, type Manifest, type Plugin } from 'vite'
import { root } from './repository.ts'

/** What a page asks for as soon as its code runs: the server names it along with the page. */
export interface FirstRequests {
  /** A URL of the console, such as `/projects/$project/disks`. */
  url: string
  /** Its scripts beyond those that `index.html` names, in the build's folder. */
  scripts: string[]
  /** Its reads, as paths of the API with the URL's parameters as in `/v1/disks?project=$project`. */
  reads: string[]
}

/** Of the router's routes, what this needs. */
interface Route {
  id: string
  fullPath: string
  parentRoute?: Route
  options: {
    path?: string
    loader?: (args: object) => unknown
    beforeLoad?: (args: object) => unknown
    loaderDeps?: (args: object) => object
    validateSearch?: (search: object) => object
    component?: { preload?: () => unknown }
  }
}
interface Router {
  routesById: Record<string, Route>
  routesByPath: Record<string, Route>
}

const folder = join(root, 'console')
const source = join(folder, 'src')
const recorder = '__recordCode'

/** Tells the recorder of each `import()` that runs, by the path of its module from the console's folder. */
const recordCode: Plugin = {
  name: 'record-code',
  enforce: 'pre',
  async transform(code, id) {
    if (!id.startsWith(source)) return undefined
    const imports = [...code.matchAll(/\bimport\(\s*'([^']+)'\s*,?\s*\)/g)]
    const modules = await Promise.all(imports.map(([, name]) => this.resolve(name!, id)))
    return imports.reduce((text, [call], index) => {
      const path = JSON.stringify(relative(folder, modules[index]!.id))
      return text.replace(call, () => `globalThis.${recorder}(${path}, () => ${call})`)
    }, code)
  },
}

interface Recorded {
  code: string[]
  reads: string[]
}

/** What `work` asks for before any answer comes. */
async function record(work: () => unknown): Promise<Recorded> {
  const code = new Set<string>()
  const reads = new Set<string>()
  const loading = new Set<Promise<unknown>>()
  globalThis.fetch = (address) => {
    reads.add(String(address))
    return new Promise(() => undefined)
  }
  Object.assign(globalThis, {
    [recorder]: (path: string, load: () => Promise<unknown>) => {
      code.add(path)
      // Which requests a page makes at once does not depend on its components.
      if (path.endsWith('.tsx')) return new Promise(() => undefined)
      const loaded = load().finally(() => loading.delete(loaded))
      loading.add(loaded)
      return loaded
    },
  })
  let failure: unknown
  void Promise.resolve()
    .then(work)
    .catch((error: unknown) => void (leadsElsewhere(error) || (failure = error)))
  do await turns()
  while (loading.size > 0)
  if (failure !== undefined) throw failure
  return { code: [...code], reads: [...reads] }
}

/** Whether a route was left, for another one or for the page that says that there is none. */
const leadsElsewhere = (error: unknown): boolean =>
  error instanceof Response || (error as { isNotFound?: boolean } | undefined)?.isNotFound === true

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
}

/** What the console's modules ask of a browser when they load. */
const browser = {
  localStorage: { getItem: () => null },
  sessionStorage: { getItem: () => null },
  matchMedia: () => new EventTarget(),
  addEventListener: () => undefined,
}

const withParents = (route: Route): Route[] =>
  route.parentRoute ? [...withParents(route.parentRoute), route] : [route]

/**
 * Runs the loaders of every URL of the console with a `fetch` that never answers.
 * @param dist its build, with its manifest
 */
export async function firstRequests(dist: string): Promise<FirstRequests[]> {
  Object.assign(globalThis, browser)
  const { fetch } = globalThis
  const vite = await createServer({
    root: folder,
    configFile: join(folder, 'vite.config.ts'),
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [recordCode],
  })
  try {
    const load = <T>(module: string) => vite.ssrLoadModule(module) as Promise<T>
    const { createAppRouter } = await load<{ createAppRouter: () => Router }>('/src/router.tsx')
    const { queryClient } = await load<{ queryClient: { clear: () => void } }>('/src/api/query-client.ts')
    const { secondary } = await load<{ secondary: { concurrency: number } }>('/src/api/queries.ts')
    // Without answers none would end and make room for the next.
    secondary.concurrency = Infinity
    const codeOf = await codeOfRoutes(createAppRouter)
    const filesOf = filesOfBuild(dist)
    const found: FirstRequests[] = []
    const { routesByPath } = createAppRouter()
    for (const url of Object.keys(routesByPath)) {
      const page = await pageOf(url, routesByPath)
      // Those of no page.
      if (!page || url.endsWith('/$')) continue
      const routes = withParents(page)
      queryClient.clear()
      const { code, reads } = await record(() => Promise.all(routes.map((each) => runLoader(each, url, queryClient))))
      found.push({
        url,
        scripts: filesOf([...routes.flatMap(({ id }) => codeOf.get(id) ?? []), ...code]),
        reads: reads.map((read) => read.replaceAll(placeholder, '$')),
      })
    }
    return found
  } finally {
    globalThis.fetch = fetch
    await vite.close()
  }
}

/** The route of a URL, or of the one that it leads on to. */
async function pageOf(url: string, routes: Readonly<Record<string, Route>>): Promise<Route | undefined> {
  const route = routes[url]
  const thrown = await Promise.race([
    Promise.resolve()
      .then(() =>
        route?.options.beforeLoad?.({ params: {}, search: {}, context: {}, location: { href: url, state: {} } }),
      )
      .catch((error: { options?: { to?: string } }) => error),
    turns(),
  ])
  const to = (thrown as { options?: { to?: string } } | undefined)?.options?.to
  return to === undefined ? route : pageOf(to, routes)
}

/** Stands for the dollar of a parameter, which an address would encode. */
const placeholder = 'PARAMETER-'

function runLoader({ options }: Route, url: string, queryClient: object): unknown {
  const params = Object.fromEntries([...url.matchAll(/\$(\w+)/g)].map(([, name]) => [name, placeholder + name]))
  const search = options.validateSearch?.({}) ?? {}
  const location = { pathname: url, href: url, search, state: {} }
  const deps = options.loaderDeps?.({ search }) ?? {}
  return options.loader?.({ context: { queryClient }, params, location, deps, abortController: new AbortController() })
}

/** The modules that routes load when they are entered: their components, and the URLs below them. */
async function codeOfRoutes(createRouter: () => Router): Promise<Map<string, string[]>> {
  const code = new Map<string, string[]>()
  const first = Object.values(createRouter().routesById)
  for (const { options, parentRoute } of first)
    if (options.path === '$' && options.beforeLoad && parentRoute) {
      const context = { readRoutes: () => undefined }
      const { code: ofArea } = await record(() => options.beforeLoad!({ context, location: { href: '/', state: {} } }))
      code.set(parentRoute.id, ofArea)
    }
  for (const { id, options } of Object.values(createRouter().routesById)) {
    const { code: own } = await record(() => options.component?.preload?.())
    code.set(id, [...(code.get(id) ?? []), ...own])
  }
  return code
}

/** Makes files of modules: those that the build has them in, and all that these import, without those of every page. */
function filesOfBuild(dist: string): (modules: readonly string[]) => string[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const withImports = (names: readonly string[], known = new Set<string>()): Set<string> => {
    for (const name of names) {
      if (known.has(name)) continue
      known.add(name)
      withImports(manifest[name]!.imports ?? [], known)
    }
    return known
  }
  const always = withImports(Object.keys(manifest).filter((name) => manifest[name]!.isEntry))
  return (modules) => {
    const lost = modules.find((module) => !manifest[module])
    if (lost) throw new Error(`The build has no file of its own for ${lost}`)
    return [...withImports(modules)].filter((name) => !always.has(name)).map((name) => manifest[name]!.file)
  }
}

import { describe, expect, it } from 'vitest'
import { routes as ofUsers } from '~/api/operations.gen.ts'
import { operatorRoutes } from '~/api/operator-routes.gen.ts'
import document from '../../../contract/openapi.json' with { type: 'json' }
import { textOf } from './document.ts'
import { type Kind, kindCreatedBy, kindViewedBy, operationsOf } from './kinds.ts'
import { hasTerraform } from './offered.ts'
import { parseCode } from './parse.kit.ts'
import { differencesFromProvider, release } from './provider.kit.ts'
import { provider, providerBlock } from './provider.ts'
import { cases } from './resources.cases.ts'
import { resources } from './resources.ts'

const routes = { ...ofUsers, ...operatorRoutes }

interface Schema {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: Schema | boolean
  enum?: unknown[]
}

interface Operation {
  operationId: string
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const api = document as unknown as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const operations = Object.values(api.paths).flatMap((path) => Object.values(path))
const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Operations that create something without a resource, each with the reason. */
const withoutResource: Record<string, string> = {
  affinityGroupCreate: 'the provider has anti-affinity groups alone',
  certificateCreate: 'the provider takes certificates with their silo',
  imageFetchCreate: 'work of the server that ends, beyond the wire contract',
  instanceNetworkInterfaceCreate: 'an argument of the instance',
  internetGatewayIpAddressCreate: 'the provider has no resource for it',
  internetGatewayIpPoolCreate: 'the provider has no resource for it',
  localIdpUserCreate: 'the provider has no resource for users',
  networkingAddressLotCreate: 'the pinned version of the provider has no resource for it',
  networkingBgpAnnounceSetUpdate: 'the provider has no resource for it',
  networkingBgpConfigCreate: 'the provider has no resource for it',
  networkingLoopbackAddressCreate: 'the provider has no resource for it',
  networkingSwitchPortSettingsCreate: 'a port is set up before there is a network to run Terraform over',
  probeCreate: 'an experiment of the API',
  supportBundleCreate: 'work of the server that ends',
  systemUpdateTrustRootCreate: 'the provider has no resource for it',
  webhookReceiverCreate: 'the provider has no resource for it',
}

it('each operation that creates something has a resource or a reason', () => {
  const creates = operations.map(({ operationId }) => camelCase(operationId)).filter((name) => name.endsWith('Create'))
  expect(creates.filter((name) => !kindCreatedBy(name) && !withoutResource[name])).toEqual([])
  expect(Object.keys(withoutResource).filter((name) => kindCreatedBy(name) || !(name in routes))).toEqual([])
})

it('kinds name operations that exist', () => {
  const named = Object.values(operationsOf).flatMap((each) => each.filter(Boolean))
  expect(named.filter((operation) => !(operation in routes))).toEqual([])
  expect(Object.keys(routes).filter(hasTerraform).toSorted()).toEqual([...named].toSorted())
  expect(kindViewedBy('')).toBeUndefined()
  expect(kindCreatedBy('diskDelete')).toBeUndefined()
})

it('pins the release whose arguments are written', async () => {
  const pinned = { source: 'oxidecomputer/oxide', version: `~> ${release}.0` }
  expect(await parseCode(providerBlock)).toMatchObject({ terraform: [{ required_providers: [{ oxide: pinned }] }] })
})

it('data sources have the arguments of that release', async () => {
  const known = Object.entries(resources).flatMap(([kind, { find }], at) =>
    find ? [{ kind: kind as Kind, id: String(at), name: 'n', at: { project: 'p', vpc: 'v' } }] : [],
  )
  const parsed = await parseCode(textOf({ entries: [], lookups: known }))
  expect(Object.keys(parsed.data!)).toHaveLength(known.length)
  expect(differencesFromProvider(parsed)).toEqual([])
})

describe.each(Object.keys(operationsOf) as Kind[])('%s', (kind) => {
  const own = cases.filter(({ entry }) => entry.kind === kind)

  it('has every field of its create body in a case', () => {
    const name = operationsOf[kind][0]
    const operation = operations.find(({ operationId }) => camelCase(operationId) === name)!
    const fields = new Set<string>()
    collect(Object.values(operation.requestBody!.content)[0]!.schema, fields, '')
    const given = new Set<string>()
    for (const { entry } of own) paths(entry.body, given, '')
    const constants = [
      '/networkInterfaces/type=default',
      '/networkInterfaces/type=none',
      '/bootDisk/type=create',
      '/disks/type=create',
    ]
    expect(
      [...fields].filter((field) => !given.has(field) && !constants.some((each) => field.startsWith(each))),
    ).toEqual([])
  })

  it.each(own.map(({ entry, read }, at) => [at + 1, entry, read] as const))(
    'is read as it was meant, case %i',
    async (_, entry, read) => {
      const type = `${provider.name}_${resources[kind].type}`
      const parsed = await parseCode(textOf({ entries: [entry] }))
      const blocks = Object.values(parsed.resource![type]!).flat()
      expect(blocks).toEqual([read])
      expect(differencesFromProvider(parsed)).toEqual([])
      expect(parsed).not.toHaveProperty('import')
      expect(JSON.stringify(parsed)).not.toContain('hidden')
    },
  )
})

/** Paths of a schema's fields; a variant of a union has its type in the path. */
function collect(schema: Schema, into: Set<string>, path: string): void {
  const named = schema.$ref?.split('/').at(-1)
  const resolved = named === undefined ? schema : api.components.schemas[named]!
  for (const part of [...(resolved.oneOf ?? []), ...(resolved.anyOf ?? []), ...(resolved.allOf ?? [])])
    collect(part, into, path)
  if (resolved.items) collect(resolved.items, into, path)
  const { type, ...properties } = resolved.properties ?? {}
  const variant = type?.enum?.length === 1 ? `${path}/type=${String(type.enum[0])}` : path
  if (type) into.add(variant === path ? `${path}/type` : variant)
  for (const [name, each] of Object.entries(properties)) {
    into.add(`${variant}/${camelCase(name)}`)
    collect(each, into, `${variant}/${camelCase(name)}`)
  }
}

function paths(value: unknown, into: Set<string>, path: string): void {
  if (Array.isArray(value)) for (const each of value) paths(each, into, path)
  else if (typeof value === 'object' && value !== null) {
    const { type, ...rest } = value as Record<string, unknown>
    const variant = typeof type === 'string' ? `${path}/type=${type}` : path
    if (type) into.add(variant)
    for (const [name, each] of Object.entries(rest)) {
      into.add(`${variant}/${name}`)
      paths(each, into, `${variant}/${name}`)
    }
  }
}

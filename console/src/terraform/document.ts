import { snakeCase } from '~/lib/format/case.ts'
import type { At, Entry } from './bodies.ts'
import { type Attributes, type Block, comment, blockText, Reference, type Value } from './hcl.ts'
import { type Kind, operationsOf } from './kinds.ts'
import { provider, providerBlock } from './provider.ts'
import { type Names, resources } from './resources.ts'

/** A thing outside the document that its resources name by id. */
export interface Known {
  kind: Kind
  id: string
  name: string
  at: At
}

/** Things to write as code. */
export interface Content {
  entries: readonly Entry[]
  known?: readonly Known[]
  /** Of these, those that are written as data sources even where nothing names them. */
  lookups?: readonly Known[]
  /** Whether it is a whole file, which says where its provider is from. */
  isFile?: boolean
  /** Comments at the top: what is missing, and why. */
  notes?: readonly string[]
}

const order = Object.keys(operationsOf) as Kind[]
const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Valid as a Terraform identifier. Names of the API differ in it too: they have no underscores. */
const identifierOf = (...names: string[]) =>
  names
    .join('_')
    .replaceAll(/\W/g, '_')
    .replace(/^(?=\d|$)/, '_')

/** The parent within which names of a kind are unique. */
const scopeOf: Partial<Record<Kind, keyof At>> = {
  vpc: 'project',
  subnet: 'vpc',
  gateway: 'vpc',
  router: 'vpc',
  route: 'router',
  disk: 'project',
  snapshot: 'project',
  image: 'project',
  floatingIp: 'project',
  group: 'project',
  instance: 'project',
}

/** Keys of bodies whose values are never written. */
const neverWritten = ['key', 'privateKey']

class Document {
  readonly #used = new Set<string>()
  /** Of resources, by kind and id, and by kind, name and parent. */
  readonly #addresses = new Map<string, string>()
  /** Of data sources, by the same keys. */
  readonly #lookedUp = new Map<string, string>()
  readonly #names = new Map<string, string>()
  readonly #known = new Map<string, Known>()
  readonly #before: Block[] = []
  readonly #lookups: readonly Known[]
  readonly #entries: { entry: Entry; label: string; address: string }[] = []

  constructor({ entries, known = [], lookups = [] }: Content) {
    this.#lookups = lookups
    for (const each of [...known, ...lookups]) this.#known.set(`${each.kind} ${each.id}`, each)
    for (const { kind, id, at, body } of entries) {
      if (id && 'name' in body) this.#names.set(`${kind} ${id}`, body.name)
      if (id && !('name' in body) && at.vpc) this.#names.set(`${kind} ${id}`, at.vpc)
    }
    const sorted = entries
      .map((entry) => ({ entry, base: this.#labelOf(entry) }))
      .toSorted((a, b) => order.indexOf(a.entry.kind) - order.indexOf(b.entry.kind) || compare(a.base, b.base))
    for (const { entry, base } of sorted) {
      const { kind, id, at, body } = entry
      const type = `${provider.name}_${resources[kind].type}`
      const label = this.#unique(type, base)
      const address = `${type}.${label}`
      if (id) this.#addresses.set(`${kind} ${id}`, address)
      if ('name' in body) this.#addresses.set(this.#nameKey(kind, body.name, at), address)
      this.#entries.push({ entry, label, address })
    }
  }

  blocks(): Block[] {
    const written: Block[] = []
    for (const { kind, id, at } of this.#lookups) this.#found(kind, id, at)
    for (const { entry, label, address } of this.#entries) {
      const { kind, at, body, id, notes = [], ignored = [] } = entry
      const { type, arguments: argumentsOf } = resources[kind]
      const attributes = (argumentsOf as (body: unknown, at: At, names: Names) => Attributes)(
        body,
        at,
        this.#namesFor(entry, label),
      )
      if (id) written.push({ head: ['import'], attributes: { to: new Reference(address), id } })
      written.push({ head: ['resource', `${provider.name}_${type}`, label], attributes, notes, ignored })
    }
    return [...this.#before, ...written]
  }

  #unique(type: string, base: string): string {
    let label = base
    for (let count = 2; this.#used.has(`${type} ${label}`); count++) label = `${base}_${count}`
    this.#used.add(`${type} ${label}`)
    return label
  }

  /** The name of a parent, which may be given by its id. */
  #parent(kind: Kind, nameOrId: string | undefined): string[] {
    if (nameOrId === undefined) return []
    const name = this.#names.get(`${kind} ${nameOrId}`) ?? this.#known.get(`${kind} ${nameOrId}`)?.name
    return name !== undefined ? [name] : isId(nameOrId) ? [] : [nameOrId]
  }

  #labelOf({ kind, at, body }: Entry): string {
    const own = 'name' in body ? [body.name] : []
    if (kind === 'poolLink')
      return identifierOf(...this.#parent('pool', at.pool), ...this.#parent('silo', (body as { silo: string }).silo))
    if (kind === 'route') return identifierOf(...this.#parent('router', at.router), ...own)
    const hasVpc = scopeOf[kind] === 'vpc' || kind === 'firewallRules'
    return identifierOf(...(hasVpc ? this.#parent('vpc', at.vpc) : []), ...own)
  }

  /** The same for a parent's name and its id. */
  #nameKey(kind: Kind, name: string, at: At): string {
    const scope = scopeOf[kind]
    const parent = scope && at[scope]
    return [kind, name, parent === undefined ? '' : (this.#address(scope as Kind, parent, at) ?? parent)].join(' ')
  }

  #address(kind: Kind, nameOrId: string, at: At): string | undefined {
    return this.#addresses.get(this.#key(kind, nameOrId, at))
  }

  #key(kind: Kind, nameOrId: string, at: At): string {
    return isId(nameOrId) ? `${kind} ${nameOrId}` : this.#nameKey(kind, nameOrId, at)
  }

  #namesFor({ secrets = [], body }: Entry, label: string): Names {
    const own = 'name' in body ? body.name : label
    return {
      idOf: (kind, nameOrId, at = {}) => {
        if (nameOrId === undefined || nameOrId === null) return undefined
        const address = this.#address(kind, nameOrId, at) ?? this.#found(kind, nameOrId, at)
        if (address) return new Reference(`${address}.id`)
        return isId(nameOrId) ? nameOrId : this.#variable(`${snakeCase(kind)}_id`, `ID of ${kind} ${nameOrId}`, false)
      },
      nameOf: (kind, name, at = {}) => {
        const address = this.#address(kind, name, at)
        return address ? new Reference(`${address}.name`) : name
      },
      secret: (key, value) => {
        const isWritten = typeof value === 'string' && !neverWritten.includes(key) && !secrets.includes(key)
        return isWritten ? value : this.#variable(`${label}_${snakeCase(key)}`, `${snakeCase(key)} of ${own}`, true)
      },
    }
  }

  /** A data source for a thing outside the document. */
  #found(kind: Kind, nameOrId: string, at: At): string | undefined {
    const { find, type: suffix } = resources[kind]
    const key = this.#key(kind, nameOrId, at)
    const before = this.#lookedUp.get(key)
    if (before) return before
    const known = isId(nameOrId) ? this.#known.get(`${kind} ${nameOrId}`) : { name: nameOrId, at }
    if (!find || !known) return undefined
    const type = `${provider.name}_${suffix}`
    const label = this.#unique(`data ${type}`, identifierOf(known.name))
    const address = `data.${type}.${label}`
    const arguments_ = find(known.name, known.at)
    const attributes = Object.fromEntries(
      Object.entries(arguments_).map(([name, value]): [string, Value] => [name, this.#parentName(name, value)]),
    )
    this.#before.push({ head: ['data', type, label], attributes })
    this.#lookedUp.set(key, address)
    return address
  }

  /** Data sources take their parents by name. */
  #parentName(argument: string, value: Value): Value {
    const kind = argument === 'project_name' ? 'project' : argument === 'vpc_name' ? 'vpc' : undefined
    if (!kind || typeof value !== 'string' || !isId(value)) return value
    const address = this.#addresses.get(`${kind} ${value}`)
    return address ? new Reference(`${address}.name`) : value
  }

  #variable(base: string, description: string, sensitive: boolean): Reference {
    const name = this.#unique('variable', base)
    this.#before.push({
      head: ['variable', name],
      attributes: { type: new Reference('string'), description, sensitive: sensitive || undefined },
    })
    return new Reference(`var.${name}`)
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The blocks of things: variables and data sources, then resources after what they name. */
export const blocksOf = (content: Content): Block[] => new Document(content).blocks()

/** Terraform code of things. */
export function textOf(content: Content): string {
  const notes = (content.notes ?? []).map(comment).join('\n')
  const head = [...(notes ? [notes] : []), ...(content.isFile ? [providerBlock] : [])]
  const parts = [...head, ...blocksOf(content).map(blockText)]
  return parts.map((part) => `${part}\n`).join('\n')
}

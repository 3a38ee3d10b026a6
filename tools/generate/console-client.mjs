// Generates the console's types and the types of its client from the OpenAPI document.
import { permissions } from '../../contract/src/rules/permission-table.ts'
import { roomOfOperation } from './operations-list.mjs'

const camel = (name) => name.replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase())
const nameOf = (ref) => (ref.endsWith('/Error') ? 'ErrorBody' : ref.split('/').at(-1))
const isDate = (name) => /^time_|_time$|_expiration$|^timestamp$/.test(name)
const quoted = (value) => (typeof value === 'string' ? `'${value}'` : String(value))
const key = (name) => (/^\w+$/.test(name) ? name : `'${name}'`)
const header = '// Made by tools/generate.mjs from the contract. Do not edit.\n'

const unionOf = (members, indent) => members.map((member) => typeOf(member, indent)).join(' | ')
const arrayOf = (type) => (/[|&]/.test(type) && !/^\{.*\}$/s.test(type) ? `(${type})[]` : `${type}[]`)

/** The TypeScript of a schema, without its null. */
function bareType(schema, indent) {
  if (schema.$ref) return nameOf(schema.$ref)
  if (schema.allOf) return bareType(schema.allOf[0], indent)
  if (schema.oneOf ?? schema.anyOf) return unionOf(schema.oneOf ?? schema.anyOf, indent)
  if (schema.enum) return schema.enum.map(quoted).join(' | ')
  if (schema.format === 'binary') return 'BodyInit'
  if (schema.type === 'array') return arrayOf(typeOf(schema.items, indent))
  if (schema.properties) return objectOf(schema, indent)
  if (schema.additionalProperties) return `Record<string, ${typeOf(schema.additionalProperties, indent)}>`
  if (schema.type === 'object') return 'Record<string, never>'
  if (/^u?int64$/.test(schema.format)) return 'number | bigint'
  return { string: 'string', boolean: 'boolean', integer: 'number', number: 'number' }[schema.type] ?? 'unknown'
}
const typeOf = (schema, indent = '') => bareType(schema, indent) + (schema.nullable ? ' | null' : '')

const fieldType = (name, schema, indent) =>
  isDate(name) && schema.format === 'date-time' ? `Date${schema.nullable ? ' | null' : ''}` : typeOf(schema, indent)

const fields = (schema) =>
  Object.entries(schema.properties).map(([name, field]) => ({
    name,
    field,
    optional: !(schema.required ?? []).includes(name),
  }))

function objectOf(schema, indent) {
  const inner = `${indent}  `
  const lines = fields(schema).map(
    ({ name, field, optional }) => `${key(camel(name))}${optional ? '?' : ''}: ${fieldType(name, field, inner)}`,
  )
  const short = `{ ${lines.join('; ')} }`
  // One variant of a union per line.
  if (indent && short.length < 110 && !short.includes('\n')) return short
  return `{\n${lines.map((line) => `${inner}${line}\n`).join('')}${indent}}`
}

function declare([name, schema]) {
  const own = nameOf(`/${name}`)
  if (schema.properties) return `export interface ${own} ${objectOf(schema, '')}\n`
  const members = schema.oneOf ?? schema.anyOf
  if (members) return `export type ${own} =${members.map((member) => `\n  | ${typeOf(member, '  ')}`).join('')}\n`
  return `export type ${own} = ${typeOf(schema)}\n`
}

/** `types.gen.ts`: every wire type, with the console's names. */
export const consoleTypes = ({ components }) =>
  `${header}\n${Object.entries(components.schemas).map(declare).join('\n')}`

const place = ({ operationId }) => `${roomOfOperation(operationId)} ${operationId}`

function everyOperation({ paths }) {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  return all.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
}

const inlineFields = (parameters) =>
  parameters
    .map(({ name, required, schema }) => `${camel(name)}${required ? '' : '?'}: ${fieldType(name, schema, '')}`)
    .join('; ')

function bodyOf({ requestBody }) {
  if (!requestBody) return undefined
  const [type, { schema }] = Object.entries(requestBody.content)[0]
  return { type, schema }
}

/** The parts of a request, and whether the request is optional. */
function requestOf(operation) {
  const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
  const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
  const body = bodyOf(operation)
  const parts = []
  if (inPath.length > 0) parts.push(`path: { ${inlineFields(inPath)} }`)
  const queryNeeded = inQuery.some(({ required }) => required)
  if (inQuery.length > 0) parts.push(`query${queryNeeded ? '' : '?'}: { ${inlineFields(inQuery)} }`)
  if (body) parts.push(`body: ${typeOf(body.schema)}`)
  const optional = inPath.length === 0 && !queryNeeded && !body
  return { type: parts.length > 0 ? `{ ${parts.join('; ')} }` : 'NoRequest', optional }
}

const answerSchema = ({ responses }) => {
  const success = Object.entries(responses).find(([status]) => /^[23]/.test(status))?.[1]
  return success && { schema: success.content?.['application/json']?.schema }
}

function answerType(operation) {
  const answer = answerSchema(operation)
  if (!answer) return 'Blob'
  return answer.schema ? typeOf(answer.schema, '  ') : 'undefined'
}

const isFree = (schema, { components }) => {
  const own = schema?.$ref ? components.schemas[nameOf(schema.$ref)] : schema
  return own !== undefined && Object.keys(own).length === 0
}

/** How a call differs from JSON with renamed keys in both directions. */
function manner(operation, document) {
  const body = bodyOf(operation)
  const answer = answerSchema(operation)
  if (operation['x-websocket']) return ' websocket'
  if (body?.type === 'application/octet-stream') return ' bytes'
  if (body?.type === 'application/x-www-form-urlencoded') return ' form'
  if (isFree(body?.schema, document) || isFree(answer?.schema, document)) return ' verbatim'
  return answer ? '' : ' blob'
}

const method = (operation) => {
  const { type, optional } = requestOf(operation)
  const request = `request${optional ? '?' : ''}: ${type}`
  return `  ${camel(operation.operationId)}(${request}, options?: CallOptions): Promise<Result<${answerType(operation)}>>\n`
}

/** `silo.admin|fleet.admin` for any of them, `a&b` for all, `in-a-project:in-a-silo` where it depends on the resource. */
function needsText(needs) {
  if (typeof needs === 'string') return needs
  if (Array.isArray(needs)) return needs.join('&')
  return needs.anyOf ? needs.anyOf.join('|') : `${needs.inProject}:${needs.inSilo}`
}

const route = (operation, document) =>
  `  ${camel(operation.operationId)}: '${operation.method.toUpperCase()} ${operation.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name) => `{${camel(name)}}`,
  )} ${needsText(permissions[operation.operationId])}${manner(operation, document)}',\n`

/** Every property of every type, by wire name. */
function everyField(document) {
  const found = []
  const visit = (schema) => {
    if (schema === null || typeof schema !== 'object') return
    for (const [name, field] of Object.entries(schema.properties ?? {})) found.push([name, field])
    for (const part of Object.values(schema)) visit(part)
  }
  visit(document.components.schemas)
  return found
}

const isMap = (field) => field.type === 'object' && field.additionalProperties !== undefined && !field.properties

/** Without keys that could be renamed. */
const isPlain = ({ type }) => ['string', 'boolean', 'number', 'integer'].includes(type)

/** Fields whose keys are data. They are not renamed, because that could not be undone. */
function freeFields(document) {
  const all = everyField(document)
  const named = (test) => [...new Set(all.filter(([, field]) => test(field)).map(([name]) => name))].toSorted()
  const opaque = named(
    (field) => isFree(field, document) || (isMap(field) && isFree(field.additionalProperties, document)),
  )
  const maps = named(isMap).filter((name) => !opaque.includes(name))
  for (const [name, field] of all.filter(([, each]) => !isPlain(each)))
    if ((maps.includes(name) && !isMap(field)) || (opaque.includes(name) && !isMap(field) && !isFree(field, document)))
      throw new Error(`${name} is a map in one type and something else in another: rename one of them`)
  return { maps, opaque }
}

const importedTypes = (text, document) =>
  Object.keys(document.components.schemas)
    .map((name) => nameOf(`/${name}`))
    .filter((name) => new RegExp(`\\b${name}\\b`).test(text))
    .map((name) => `  ${name},\n`)
    .join('')

/** Reads that the console makes for each user, to learn whether it is an operator. */
const ofEveryUser = ['system_policy_view', 'system_issues_view']
const isForOperators = ({ operationId }) =>
  /^fleet\.\w+$/.test(needsText(permissions[operationId])) && !ofEveryUser.includes(operationId)

/** `operator-routes.gen.ts`: the rest of the table, which loads with the system's pages. */
export const operatorRoutes = (document) => `${header}
/** Like \`routes\`, of what only operators may do. */
export const operatorRoutes = {
${everyOperation(document)
  .filter(isForOperators)
  .map((operation) => route(operation, document))
  .join('')}} as const
`

/** `operations.gen.ts`: the client's methods, and the table for its runtime. */
export function consoleOperations(document) {
  const all = everyOperation(document)
  const { maps, opaque } = freeFields(document)
  const methods = all
    .filter((operation) => !operation['x-websocket'])
    .map(method)
    .join('')
  return `${header}
import type { CallOptions, NoRequest, Result } from './client.ts'
import type {
${importedTypes(methods, document)}} from './types.gen.ts'

/** Every operation that answers over plain HTTP. */
export interface Api {
${methods}}

/** Method, path, what it requires of the caller and, for a call that is not JSON with renamed keys, its format. */
export const routes = {
${all
  .filter((operation) => !isForOperators(operation))
  .map((operation) => route(operation, document))
  .join('')}} as const

/** Fields (wire names) whose keys are data and are not renamed. */
export const mapFields: readonly string[] = [${maps.map(quoted).join(', ')}]
/** Fields (wire names) with JSON of any shape, which are not changed at all. */
export const opaqueFields: readonly string[] = [${opaque.map(quoted).join(', ')}]
`
}

// Generates the OpenAPI document from the operation table.
import { z } from 'zod'
import { ErrorBody } from '../../contract/src/errors.ts'
import { operations } from '../../contract/src/operations.ts'

const defsPrefix = '#/definitions/'
const componentsPrefix = '#/components/schemas/'

/** Patterns of well-known formats are long and add nothing to the format. */
const override = ({ jsonSchema }) => {
  if (['date-time', 'uuid', 'byte'].includes(jsonSchema.format)) delete jsonSchema.pattern
  if (jsonSchema.format === 'base64') {
    jsonSchema.format = 'byte'
    delete jsonSchema.contentEncoding
    delete jsonSchema.pattern
  }
}

function pointAtComponents(value) {
  if (Array.isArray(value)) return value.map(pointAtComponents)
  if (value === null || typeof value !== 'object') return value
  if (value.allOf?.length === 1 && Object.keys(value).length === 1) return pointAtComponents(value.allOf[0])
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      key === '$ref' && typeof field === 'string'
        ? field.replace(defsPrefix, componentsPrefix)
        : pointAtComponents(field),
    ]),
  )
}

/** One conversion for all schemas, so each shared type becomes one component. */
function convert(schemas) {
  const { definitions, properties } = z.toJSONSchema(z.object(schemas), {
    target: 'openapi-3.0',
    io: 'input',
    unrepresentable: 'any',
    override,
  })
  const components = pointAtComponents(definitions)
  const names = Object.keys(components).toSorted()
  return {
    components: Object.fromEntries(names.map((name) => [name, components[name]])),
    pieces: pointAtComponents(properties),
  }
}

const fieldsOf = (schema) => Object.entries(schema?.shape ?? {})
const isRequired = (field) => !field.safeParse(undefined).success

function piecesOf(id, operation) {
  const pieces = {}
  for (const [name, field] of fieldsOf(operation.params)) pieces[`${id} path ${name}`] = field
  for (const [name, field] of fieldsOf(operation.query)) pieces[`${id} query ${name}`] = field
  if (operation.body) pieces[`${id} body`] = operation.body
  if (operation.answer !== 'default' && operation.answer[1]) pieces[`${id} answer`] = operation.answer[1]
  return pieces
}

const errors = { '4XX': { $ref: '#/components/responses/Error' }, '5XX': { $ref: '#/components/responses/Error' } }

function responses(id, { answer }, pieces) {
  if (answer === 'default') return { default: { description: '', content: { '*/*': { schema: {} } } } }
  const [status, schema] = answer
  const content = schema && { content: { 'application/json': { schema: pieces[`${id} answer`] } } }
  return { [status]: { description: 'success', ...content }, ...errors }
}

function describe(id, operation, pieces) {
  const parameter = (place, [name, field]) => ({
    in: place,
    name,
    required: place === 'path' || isRequired(field),
    schema: pieces[`${id} ${place} ${name}`],
  })
  const parameters = [
    ...fieldsOf(operation.params).map((field) => parameter('path', field)),
    ...fieldsOf(operation.query).map((field) => parameter('query', field)),
  ]
  return {
    tags: [operation.tag],
    operationId: id,
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: { [operation.bodyType ?? 'application/json']: { schema: pieces[`${id} body`] } },
      },
    }),
    responses: responses(id, operation, pieces),
    ...(operation.websocket && { 'x-websocket': true }),
    ...(operation.paginated && { 'x-paginated': { required: operation.firstPage ?? [] } }),
  }
}

/** The OpenAPI 3.0 document of the whole contract. */
export function openApiDocument() {
  const entries = Object.entries(operations)
  const all = Object.assign({ error: ErrorBody }, ...entries.map(([id, operation]) => piecesOf(id, operation)))
  const { components, pieces } = convert(all)
  const paths = {}
  for (const [id, operation] of entries)
    (paths[operation.path] ??= {})[operation.method] = describe(id, operation, pieces)
  return {
    openapi: '3.0.3',
    info: { title: 'Skerry', version: '1.0.0', description: 'The HTTP interface of the Skerry control plane' },
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      responses: {
        Error: {
          description: 'Error',
          content: { 'application/json': { schema: { $ref: `${componentsPrefix}Error` } } },
        },
      },
      schemas: components,
    },
  }
}

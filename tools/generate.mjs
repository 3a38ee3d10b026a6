#!/usr/bin/env node
// Writes all generated files. With --check it writes nothing and exits with 1 if one is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { consoleOperations, consoleTypes, operatorRoutes } from './generate/console-client.mjs'
import { openApiDocument } from './generate/openapi.mjs'
import { operationsList } from './generate/operations-list.mjs'
import { migratedSchema } from './generate/schema.ts'

const root = join(import.meta.dirname, '..')
const document = openApiDocument()
const migrated = await migratedSchema()

/** Path from the root of the repository → text. */
const files = {
  'contract/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'contract/operations.txt': operationsList(),
  'control-plane/schema.sql': migrated.schema,
  'control-plane/src/kernel/database/migrated-tables.gen.ts': migrated.types,
  'console/src/api/types.gen.ts': consoleTypes(document),
  'console/src/api/operations.gen.ts': consoleOperations(document),
  'console/src/api/operator-routes.gen.ts': operatorRoutes(document),
}

const textOf = (path) => {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}
const stale = Object.keys(files).filter((path) => textOf(path) !== files[path])

if (process.argv.includes('--check')) {
  for (const path of stale) console.error(`${path} is stale: run npm run generate`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  for (const path of stale) writeFileSync(join(root, path), files[path])
  console.log(stale.length > 0 ? `Wrote ${stale.join(', ')}` : 'Every generated file is up to date')
}

// Generates the list of operations with the files that implement them.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '../../contract/src/operations.ts'

const root = join(import.meta.dirname, '../..')
const contract = join(root, 'contract/src')
const wings = ['identity', 'compute', 'network', 'fleet']

/** Operation → `<wing>/<slug>`, from the file whose table has it. */
async function rooms() {
  const found = new Map()
  for (const wing of wings) {
    for (const file of readdirSync(join(contract, wing)).filter((name) => !name.endsWith('.spec.ts'))) {
      const slug = file.replace(/\.ts$/, '')
      const table = slug.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())
      const { [table]: operationsHere } = await import(join(contract, wing, file))
      for (const id of Object.keys(operationsHere ?? {})) if (id in operations) found.set(id, `${wing}/${slug}`)
    }
  }
  return found
}

const roomOf = await rooms()

/** `<wing>/<slug>` of an operation. */
export const roomOfOperation = (id) => roomOf.get(id)

/** Operation → the file whose table of handlers has it. */
function handlerFiles() {
  const read = (file) => readFileSync(join(root, file), 'utf8')
  const found = new Map()
  for (const file of globSync('control-plane/src/**/*.ops.ts', { cwd: root }))
    for (const [, id] of read(file).matchAll(/^  (?:async )?(\w+)(?=[(:,])/gm))
      if (id in operations) {
        if (found.has(id)) throw new Error(`${found.get(id)} and ${file} both seem to have a handler of ${id}`)
        found.set(id, file)
      }
  return found
}

/** One line per operation: method, path, id, and the file of its handler. */
export function operationsList() {
  const files = handlerFiles()
  const rows = Object.entries(operations).map(([id, { method, path }]) => {
    const file = files.get(id)
    if (!file) throw new Error(`No *.ops.ts has a handler of ${id}: add an empty one, and run it again`)
    return [method.toUpperCase(), path, id, file]
  })
  rows.sort((a, b) => (a[1] === b[1] ? (a[0] < b[0] ? -1 : 1) : a[1] < b[1] ? -1 : 1))
  return rows.map((row) => `${row.join('  ')}\n`).join('')
}

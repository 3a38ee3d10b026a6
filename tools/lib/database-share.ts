import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** For making a database, building extensions, other encodings and languages, and collations that no table here has. */
const unused = /\.(bki|sql)$|(?<!\/plpgsql)\.so$|\/pgxs\/|\/icu\//

/**
 * The files that PostgreSQL comes with, as PGlite expects them, gzipped. Those that a database of ours never reads are
 * zeros, since PGlite checks the size: they are two thirds of the bytes.
 */
export function databaseShare(): Buffer {
  const folder = dirname(fileURLToPath(import.meta.resolve('@electric-sql/pglite')))
  const share = readFileSync(join(folder, 'pglite.data'))
  const files = readFileSync(join(folder, 'pglite.js'), 'utf8').matchAll(/filename:"([^"]+)",start:(\d+),end:(\d+)/g)
  let last = 0
  for (const [, name = '', start, end] of files) {
    if (unused.test(name)) share.fill(0, Number(start), Number(end))
    last = Number(end)
  }
  if (last !== share.length) throw new Error('PGlite no longer lists the files of its share in pglite.js')
  return gzipSync(share, { level: 9 })
}

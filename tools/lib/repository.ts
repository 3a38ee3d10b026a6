import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const root = dirname(dirname(import.meta.dirname))

/** Paths of tracked and new files, without ignored ones, relative to `folder`, with `/`. */
export const repositoryFiles = (folder = root): string[] => (existsSync(join(folder, '.git')) ? gitFiles(folder) : [])

const gitFiles = (folder: string) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
    .split('\0')
    .filter((path) => path && existsSync(join(folder, path)))

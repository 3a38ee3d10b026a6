import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One check of the repository. */
export interface Check {
  name: string
  /** The problems found, each of one line or more. */
  run(): string[] | Promise<string[]>
}

/** A file for the text checks. Paths are relative to the root and use `/`. */
export interface Source {
  path: string
  text: string
}

export const readSources = (root: string, paths: string[]): Source[] =>
  paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

export const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith('.gen.ts')

/** Specs, and files that only specs use: helpers, fixtures, worker processes. */
export const isTest = (path: string) =>
  /\.(spec|test)\.tsx?$/.test(path) ||
  /(^|\/)(testing|every-operation|platform\/conformance)\/|[-.](fixtures|worker)\.ts$/.test(path)

export const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length

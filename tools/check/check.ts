import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One thing that must hold of the repository. */
export interface Check {
  name: string
  /** What does not hold, a line or more each; nothing when all is well. */
  run(): string[] | Promise<string[]>
}

/** A file as the text checks see it; paths are relative to the root and use `/`. */
export interface Source {
  path: string
  text: string
}

export const readSources = (root: string, paths: string[]): Source[] =>
  paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

export const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith('.gen.ts')

/** Specs, and what only they use: harness, fixtures, processes to be killed. */
export const isTest = (path: string) =>
  /\.(spec|test)\.tsx?$/.test(path) || /(^|\/)(testing|every-operation)\/|[-.](fixtures|worker)\.ts$/.test(path)

export const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length

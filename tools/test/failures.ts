import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../lib/repository.ts'

/** The part of Vitest's JSON report that is read here. */
interface VitestReport {
  testResults: {
    name: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}
interface PlaywrightSuite {
  specs?: {
    title: string
    ok: boolean
    file: string
    tests: { results: { errors: { message?: string }[] }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}
/** The part of Playwright's JSON report that is read here. */
interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

const LINES = 12

const entry = (name: string, messages: string[]) =>
  [name, ...messages.join('\n').split('\n').slice(0, LINES)].join('\n    ')

function* ofVitest({ testResults }: VitestReport) {
  for (const { name, message, assertionResults } of testResults) {
    const file = relative(root, name)
    if (message) yield entry(file, [message])
    for (const test of assertionResults)
      if (test.status === 'failed') yield entry(`${file} › ${test.fullName}`, test.failureMessages)
  }
}

function* ofSuite({ specs = [], suites = [] }: PlaywrightSuite): Generator<string> {
  for (const { title, ok, file, tests } of specs) {
    if (ok) continue
    const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
    yield entry(
      `e2e/${file} › ${title}`,
      errors.map(({ message }) => message ?? ''),
    )
  }
  for (const suite of suites) yield* ofSuite(suite)
}

function* ofPlaywright({ suites, errors }: PlaywrightReport) {
  for (const { message } of errors) yield entry('e2e', [message ?? ''])
  for (const suite of suites) yield* ofSuite(suite)
}

/**
 * Failed tests with the beginning of their messages, from a JSON report of Vitest or Playwright, to print at the end of
 * a run. Empty without a report.
 */
export function failuresIn(report: string): string[] {
  if (!existsSync(report)) return []
  const read = JSON.parse(readFileSync(report, 'utf8')) as VitestReport | PlaywrightReport
  return [...('testResults' in read ? ofVitest(read) : ofPlaywright(read))].map(stripVTControlCharacters)
}

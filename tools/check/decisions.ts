import { posix } from 'node:path'
import type { Source } from './check.ts'

const INDEX = 'docs/adr/README.md'
const DECISION = /^docs\/adr\/(\d{4})-.+\.md$/

/** Decisions that the index does not list by number, title and file, rows of it without one, and numbers of several. */
export function decisionProblems(pages: Source[]): string[] {
  const index = pages.find(({ path }) => path === INDEX)?.text ?? ''
  const listed = [...index.matchAll(/^\|\s*(\d+)\s*\|\s*(\[.+?\]\(.+?\))\s*\|/gm)].map(
    (match) => `${match[1]} ${match[2]}`,
  )
  const decisions = pages.flatMap(({ path, text }) => {
    const number = Number(DECISION.exec(path)?.[1])
    return number ? [`${number} [${titleOf(text, number)}](${posix.basename(path)})`] : []
  })
  const numbers = pages.flatMap(({ path }) => DECISION.exec(path)?.[1] ?? [])
  const repeated = new Set(numbers.filter((number, at) => numbers.indexOf(number) !== at))
  return [
    ...[...repeated].map((number) => `docs/adr has more than one decision ${Number(number)}`),
    ...decisions.filter((each) => !listed.includes(each)).map((each) => `${INDEX} has no row for ${each}`),
    ...listed.filter((each) => !decisions.includes(each)).map((each) => `${INDEX} lists ${each}, which is no decision`),
  ]
}

const titleOf = (text: string, number: number): string =>
  new RegExp(`^# ${number}\\. (.+)`).exec(text)?.[1]?.trim() ?? 'a title with the number'

import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { StateBadge, type Tone } from '~/ui/badge.tsx'
import { Card } from '~/ui/card.tsx'

export interface Step {
  title: string
  /** What the step is for. */
  text: string
  isDone: boolean
  /** What keeps the user from it. */
  blocks?: readonly (string | false | undefined)[]
  /** Its buttons. */
  actions?: ReactNode
}

type Standing = 'done' | 'next' | 'blocked' | 'later'
// What is next has no mark of a state: the ring of its number is accented.
const tones: Record<Exclude<Standing, 'next'>, Tone> = { done: 'ok', blocked: 'bad', later: 'idle' }

/** The way to a running machine: the first step that is not done is the next one. */
export function FirstSteps({ steps }: { steps: readonly [Step, Step, Step] }) {
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <Card title="Three steps to a running machine">
      <ol className="divide-y divide-line">
        {steps.map((step, at) => (
          <FirstStep key={step.title} number={at + 1} step={step} isNext={step === next} />
        ))}
      </ol>
    </Card>
  )
}

function FirstStep({ number, step, isNext }: { number: number; step: Step; isNext: boolean }) {
  const { title, text, isDone, actions } = step
  const blocks = isDone ? [] : (step.blocks ?? []).filter((block) => typeof block === 'string')
  const standing = isDone ? 'done' : !isNext ? 'later' : blocks.length > 0 ? 'blocked' : 'next'
  return (
    <li aria-label={title} aria-current={isNext ? 'step' : undefined} className="flex flex-wrap gap-x-4 gap-y-3 p-4">
      <span
        aria-hidden="true"
        className={`grid size-7 flex-none place-items-center rounded-full border text-sm font-semibold [&_svg]:size-4 ${
          isNext ? 'border-accent text-accent' : 'border-line-strong text-ink-2'
        }`}
      >
        {isDone ? <Check /> : number}
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="flex flex-wrap items-center gap-x-3 font-medium">
          {title}
          <span className="font-normal">
            {standing === 'next' ? (
              <span className="text-md text-accent">Next</span>
            ) : (
              <StateBadge state={standing} tone={tones[standing]} />
            )}
          </span>
        </h3>
        <p className="text-pretty text-ink-2">{text}</p>
        {blocks.map((block) => (
          <p key={block} className="mt-1 text-sm text-bad">
            {block}
          </p>
        ))}
      </div>
      {!isDone && actions && <div className="flex flex-wrap items-start gap-2">{actions}</div>}
    </li>
  )
}

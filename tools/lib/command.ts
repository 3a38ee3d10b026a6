import { spawn } from 'node:child_process'
import { root } from './repository.ts'

export interface Outcome {
  ok: boolean
  output: string
}

/** Runs a program in the repository or a folder of it, and returns its output. Never throws. */
export function capture(
  command: string,
  args: string[],
  {
    folder = root,
    environment = {},
    timeoutMs,
  }: { folder?: string; environment?: NodeJS.ProcessEnv; timeoutMs?: number } = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...environment }
    const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env, timeout: timeoutMs })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }))
  })
}

/** Runs a program in the repository on this terminal. Resolves to whether it exited with 0. */
export function show(
  command: string,
  args: string[],
  environment: NodeJS.ProcessEnv = {},
  folder = root,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: folder, stdio: 'inherit', env: { ...process.env, ...environment } })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}

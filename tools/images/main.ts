import { reasonOf } from '../../control-plane/src/node/start/startup-error.ts'
import { addImage } from './add-image.ts'
import { Api, Failure } from './api.ts'
import { type Command, help, readCommand, WrongUsage } from './command.ts'
import { showProgress } from './progress.ts'

/** Runs a command. Its result goes to standard output, progress and errors to standard error. */
async function runCommand(command: Command): Promise<void> {
  if (command.type === 'help') {
    process.stdout.write(help)
    return
  }
  const api = Api.of(process.env)
  if (command.type === 'list') {
    for (const { name, os, version, architecture } of await api.catalog())
      process.stdout.write(`${name.padEnd(24)} ${os} ${version} (${architecture})\n`)
    return
  }
  using progress = showProgress(process.stderr)
  const { name } = await addImage(api, command, progress.report)
  progress.end()
  process.stdout.write(`Image ${name} is ready\n`)
}

try {
  await runCommand(readCommand(process.argv.slice(2)))
} catch (error) {
  const isExpected = error instanceof Failure || error instanceof WrongUsage
  process.stderr.write(`skerry: ${isExpected ? reasonOf(error) : (error as Error).stack}\n`)
  process.exitCode = error instanceof WrongUsage ? 2 : 1
}

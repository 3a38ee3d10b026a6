import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs a program until it ends. Rejects if it fails. */
export const runProgram = promisify(execFile)

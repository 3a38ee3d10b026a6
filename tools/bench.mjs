import { runTool } from './bootstrap.mjs'

await runTool('bench/main.ts')

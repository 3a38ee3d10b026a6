import { runTool } from './bootstrap.mjs'

await runTool('mock/main.ts')

import { runTool } from './bootstrap.mjs'

await runTool('test/main.ts')

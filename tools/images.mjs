import { runTool } from './bootstrap.mjs'

await runTool('images/main.ts')

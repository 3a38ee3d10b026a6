import { runTool } from './bootstrap.mjs'

await runTool('pictures/main.ts')

import { describeLateCalls } from './late-calls.ts'
import { scenarios } from './saga-scenarios.ts'

describeLateCalls(scenarios.filter(({ saga }) => saga))

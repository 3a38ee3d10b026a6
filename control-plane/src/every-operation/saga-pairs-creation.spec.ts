import { describePairs } from './saga-pairs.ts'
import { scenarios } from './saga-scenarios.ts'

describePairs(scenarios.filter(({ saga }) => saga === 'instance-create'))

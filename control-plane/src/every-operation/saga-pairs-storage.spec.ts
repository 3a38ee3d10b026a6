import { describePairs } from './saga-pairs.ts'
import { scenarios } from './saga-scenarios.ts'

describePairs(scenarios.filter(({ needs }) => !needs.instance && !needs.vpc))

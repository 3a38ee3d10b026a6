import { describeMeetings } from './saga-meetings.ts'
import { scenarios } from './saga-scenarios.ts'

describeMeetings(scenarios.filter(({ saga }) => saga === 'instance-create'))

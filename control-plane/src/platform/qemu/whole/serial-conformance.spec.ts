import { describePlatform } from '../../conformance/conformance.ts'
import { onQemuShort } from '../testing/short-form.ts'

const under = onQemuShort(
  'begins with the first output and continues over stops and reboots',
  'begins with the history and continues with what the machine writes',
)

describePlatform(under, ['serial consoles'])

import { describePlatform } from '../../conformance/conformance.ts'
import { onQemu } from '../testing/qemu-site.ts'

describePlatform(onQemu, ['orders'])

import { allParts, describePlatform } from '../conformance/conformance.ts'
import { onQemu } from './testing/qemu-site.ts'

// Serial consoles are in a file of their own: their guests boot again and again.
describePlatform(
  onQemu,
  allParts.filter((part) => part !== 'serial consoles'),
)

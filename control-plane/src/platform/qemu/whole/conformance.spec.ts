import { allParts, describePlatform } from '../../conformance/conformance.ts'
import { onQemu } from '../testing/qemu-site.ts'

// In files of their own: the guests of serial consoles boot again and again, and calls are repeated in every way.
describePlatform(
  onQemu,
  allParts.filter((part) => part !== 'serial consoles' && part !== 'every call' && part !== 'orders'),
)

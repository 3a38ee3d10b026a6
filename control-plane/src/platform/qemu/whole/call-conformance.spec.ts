import { describeCalls } from '../../conformance/every-call.ts'
import { instanceCalls } from '../../conformance/instance-calls.ts'
import { otherCalls } from '../../conformance/other-calls.ts'
import { unknownIds } from '../../conformance/unknown-ids.ts'
import { volumeCalls } from '../../conformance/volume-calls.ts'
import { onQemu } from '../testing/qemu-site.ts'
import { firstInShort } from '../testing/short-form.ts'

describeCalls(onQemu, firstInShort([...instanceCalls, ...volumeCalls, ...otherCalls]), firstInShort(unknownIds))

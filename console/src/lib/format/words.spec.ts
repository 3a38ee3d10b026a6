import { expect, test } from 'vitest'
import { inSentence } from './words.ts'

test.each([
  ['Instances', 'instances'],
  ['VPCs', 'VPCs'],
  ['SSH Keys', 'SSH keys'],
  ['Floating IPs', 'floating IPs'],
  ['Anti-affinity groups', 'anti-affinity groups'],
  ['VPCs and IP Pools', 'VPCs and IP pools'],
])('%s within a sentence is %s', (title, text) => expect(inSentence(title)).toBe(text))

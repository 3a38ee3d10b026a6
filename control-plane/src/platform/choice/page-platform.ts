import type { Platform } from '../interface/platform.ts'
import { Simulator } from '../simulator/simulator.ts'
import type { PlatformParts } from './platform-choice.ts'

/** The platform of a control plane in a page, which has neither programs nor files. */
export const pagePlatform = (parts: Pick<PlatformParts, 'clock' | 'volumeStore'>): Platform => new Simulator(parts)

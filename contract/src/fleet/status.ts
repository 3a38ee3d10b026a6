import { z } from 'zod'
import { ImageArchitecture } from '../compute/image-fetches.ts'
import { defineOperations } from '../operation.ts'

export const PingStatus = z.literal('ok').meta({ id: 'PingStatus' })
export type PingStatus = z.infer<typeof PingStatus>

/** Features that not every server has; a missing one is there. */
const ServerCapabilities = z
  .object({
    /** Addresses lead to its instances. */
    guest_network: z.boolean(),
    /** Uploaded disk images in the formats qcow2, VMDK and VHD are converted. */
    image_conversion: z.boolean(),
    /** The displays of instances can be seen: `instance_graphical_console_stream`. */
    graphical_console: z.boolean(),
    /** Ports of the host lead to its instances: `instance_port_forward_list`. */
    port_forwards: z.boolean(),
    /** Agents in instances report what they know: `instance_guest_view`. */
    guest_agent: z.boolean(),
    /** Instances can have a BIOS. */
    bios: z.boolean(),
    /** Instances can have EFI firmware. */
    efi: z.boolean(),
    /** Switches with ports, BGP and BFD. */
    switches: z.boolean(),
    /** Sleds can be added. */
    sled_addition: z.boolean(),
    /** Releases can be installed. */
    updates: z.boolean(),
    saml: z.boolean(),
    support_bundles: z.boolean(),
    /** It fetches images from other servers. */
    image_fetches: z.boolean(),
    /** It verifies the checksum of an upload: `checksum` of `disk_finalize_import`. */
    upload_checksums: z.boolean(),
    /** It reports changes as events. */
    event_stream: z.boolean(),
  })
  .meta({ id: 'ServerCapabilities' })

export const Ping = z
  .object({
    status: PingStatus,
    /** Machines are simulated: they have consoles and metrics, and execute nothing. */
    simulated: z.boolean().optional(),
    /** The only one of its instances: images for another one do not boot. */
    architecture: ImageArchitecture.optional(),
    capabilities: ServerCapabilities.optional(),
  })
  .meta({ id: 'Ping' })
export type Ping = z.infer<typeof Ping>

export const status = defineOperations({
  ping: {
    tag: 'system/status',
    method: 'get',
    path: '/v1/ping',
    answer: [200, Ping],
  },
})

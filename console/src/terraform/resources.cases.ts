import { type Entry, entry } from './bodies.ts'
import { ref } from './parse.kit.ts'
import { id } from './things.kit.ts'

interface Case {
  entry: Entry
  /** The arguments as a parser reads them. */
  read: Record<string, unknown>
}

const named = (name: string) => ({ name, description: `What ${name} is "for": \${it}` })
const project = { project: id(1) }
const vpc = { ...project, vpc: id(2) }

/** Each kind with every field of its create body, each with a value of its own, and with each variant of a union. */
export const cases: Case[] = [
  { entry: entry('project', { at: {}, body: named('p1') }), read: named('p1') },
  {
    entry: entry('sshKey', { at: {}, body: { ...named('k1'), publicKey: 'ssh-ed25519 AAAA me@host' } }),
    read: { ...named('k1'), public_key: 'ssh-ed25519 AAAA me@host' },
  },
  {
    entry: entry('vpc', { at: project, body: { ...named('v1'), dnsName: 'dns', ipv6Prefix: 'fd00:1::/48' } }),
    read: { project_id: id(1), ...named('v1'), dns_name: 'dns', ipv6_prefix: 'fd00:1::/48' },
  },
  {
    entry: entry('subnet', {
      at: vpc,
      body: { ...named('s1'), ipv4Block: '10.0.0.0/24', ipv6Block: 'fd00:1:0:1::/64', customRouter: id(3) },
    }),
    read: { vpc_id: id(2), ...named('s1'), ipv4_block: '10.0.0.0/24', ipv6_block: 'fd00:1:0:1::/64' },
  },
  { entry: entry('gateway', { at: vpc, body: named('g1') }), read: { vpc_id: id(2), ...named('g1') } },
  { entry: entry('router', { at: vpc, body: named('r1') }), read: { vpc_id: id(2), ...named('r1') } },
  ...(
    [
      [{ type: 'ip', value: '10.1.0.1' }, { type: 'drop' }],
      [
        { type: 'ip_net', value: '10.1.0.0/16' },
        { type: 'ip', value: '10.1.0.2' },
      ],
      [
        { type: 'vpc', value: 'v2' },
        { type: 'vpc', value: 'v3' },
      ],
      [
        { type: 'subnet', value: 's2' },
        { type: 'subnet', value: 's3' },
      ],
      [
        { type: 'ip_net', value: '0.0.0.0/0' },
        { type: 'instance', value: 'i2' },
      ],
      [
        { type: 'ip_net', value: '::/0' },
        { type: 'internet_gateway', value: 'g2' },
      ],
    ] as const
  ).map(([destination, target]) => ({
    entry: entry('route', { at: { ...vpc, router: id(4) }, body: { ...named('r2'), destination, target } }),
    read: { vpc_router_id: id(4), ...named('r2'), destination, target },
  })),
  {
    entry: entry('firewallRules', {
      at: vpc,
      body: {
        rules: [
          {
            ...named('f1'),
            action: 'allow',
            direction: 'inbound',
            priority: 17,
            status: 'enabled',
            targets: [
              { type: 'vpc', value: 'v4' },
              { type: 'subnet', value: 's4' },
              { type: 'instance', value: 'i4' },
              { type: 'ip', value: '10.4.0.1' },
              { type: 'ip_net', value: '10.4.0.0/16' },
            ],
            filters: {
              hosts: [
                { type: 'vpc', value: 'v5' },
                { type: 'subnet', value: 's5' },
                { type: 'instance', value: 'i5' },
                { type: 'ip', value: '10.5.0.1' },
                { type: 'ip_net', value: '10.5.0.0/16' },
              ],
              ports: ['22', '8000-8080'],
              protocols: [
                { type: 'tcp' },
                { type: 'udp' },
                { type: 'icmp', value: null },
                { type: 'icmp', value: { icmpType: 8, code: '0-3' } },
              ],
            },
          },
          {
            ...named('f2'),
            action: 'deny',
            direction: 'outbound',
            priority: 18,
            status: 'disabled',
            targets: [],
            filters: { hosts: null, ports: null, protocols: null },
          },
        ],
      },
    }),
    read: {
      vpc_id: id(2),
      rules: {
        f1: {
          description: named('f1').description,
          action: 'allow',
          direction: 'inbound',
          priority: 17,
          status: 'enabled',
          targets: [
            { type: 'vpc', value: 'v4' },
            { type: 'subnet', value: 's4' },
            { type: 'instance', value: 'i4' },
            { type: 'ip', value: '10.4.0.1' },
            { type: 'ip_net', value: '10.4.0.0/16' },
          ],
          filters: {
            hosts: [
              { type: 'vpc', value: 'v5' },
              { type: 'subnet', value: 's5' },
              { type: 'instance', value: 'i5' },
              { type: 'ip', value: '10.5.0.1' },
              { type: 'ip_net', value: '10.5.0.0/16' },
            ],
            ports: ['22', '8000-8080'],
            protocols: [
              { type: 'tcp' },
              { type: 'udp' },
              { type: 'icmp' },
              { type: 'icmp', icmp_type: 8, icmp_code: '0-3' },
            ],
          },
        },
        f2: {
          description: named('f2').description,
          action: 'deny',
          direction: 'outbound',
          priority: 18,
          status: 'disabled',
          targets: [],
          filters: {},
        },
      },
    },
  },
  ...(
    [
      [{ type: 'blank', blockSize: 2048 }, { block_size: 2048 }],
      [{ type: 'importing_blocks', blockSize: 512 }, { block_size: 512 }],
      [{ type: 'image', imageId: id(5) }, { source_image_id: id(5) }],
      [{ type: 'snapshot', snapshotId: id(6) }, { source_snapshot_id: id(6) }],
    ] as const
  ).map(([diskSource, source]) => ({
    entry: entry('disk', { at: project, body: { ...named('d1'), size: 2 ** 40, diskSource } }),
    read: { project_id: id(1), ...named('d1'), size: 2 ** 40, ...source },
  })),
  {
    entry: entry('snapshot', { at: project, body: { ...named('t1'), disk: id(7) } }),
    read: { project_id: id(1), ...named('t1'), disk_id: id(7) },
  },
  {
    entry: entry('image', {
      at: project,
      body: { ...named('m1'), os: 'debian', version: '13', source: { type: 'snapshot', id: id(8) } },
    }),
    read: { project_id: id(1), ...named('m1'), os: 'debian', version: '13', source_snapshot_id: id(8) },
  },
  {
    entry: entry('floatingIp', { at: project, body: { ...named('a1'), ip: '203.0.113.7', pool: id(9) } }),
    read: { project_id: id(1), ...named('a1'), ip: '203.0.113.7', ip_pool_id: id(9) },
  },
  {
    entry: entry('group', { at: project, body: { ...named('n1'), failureDomain: 'sled', policy: 'allow' } }),
    read: { project_id: id(1), ...named('n1'), policy: 'allow' },
  },
  {
    entry: entry('instance', {
      at: project,
      body: {
        ...named('i1'),
        hostname: 'host',
        ncpus: 3,
        memory: 2 ** 33,
        bootDisk: { type: 'attach', name: id(2) },
        disks: [{ type: 'attach', name: id(3) }],
        networkInterfaces: {
          type: 'create',
          params: [{ ...named('net1'), vpcName: id(4), subnetName: id(5), ip: '10.0.0.5' }],
        },
        externalIps: [
          { type: 'ephemeral', pool: id(6) },
          { type: 'floating', floatingIp: id(7) },
        ],
        antiAffinityGroups: [id(8)],
        sshPublicKeys: [id(9)],
        autoRestartPolicy: 'best_effort',
        // The provider has no argument for it.
        firmware: 'efi',
        start: false,
        userData: 'I2Nsb3VkLWNvbmZpZwo=',
      },
    }),
    read: {
      project_id: id(1),
      ...named('i1'),
      host_name: 'host',
      ncpus: 3,
      memory: 2 ** 33,
      boot_disk_id: id(2),
      disk_attachments: [id(2), id(3)],
      network_interfaces: [{ ...named('net1'), vpc_id: id(4), subnet_id: id(5), ip_address: '10.0.0.5' }],
      external_ips: [
        { type: 'ephemeral', id: id(6) },
        { type: 'floating', id: id(7) },
      ],
      anti_affinity_groups: [id(8)],
      ssh_public_keys: [id(9)],
      auto_restart_policy: 'best_effort',
      start_on_create: false,
      user_data: 'I2Nsb3VkLWNvbmZpZwo=',
    },
  },
  {
    entry: entry('silo', {
      at: {},
      body: {
        ...named('o1'),
        adminGroupName: 'admins',
        discoverable: true,
        identityMode: 'saml_jit',
        mappedFleetRoles: { admin: ['viewer', 'collaborator'] },
        quotas: { cpus: 11, memory: 12, storage: 13 },
        tlsCertificates: [{ ...named('c1'), cert: '-----BEGIN\nabc\n', key: 'hidden', service: 'external_api' }],
      },
    }),
    read: {
      ...named('o1'),
      admin_group_name: 'admins',
      discoverable: true,
      identity_mode: 'saml_jit',
      mapped_fleet_roles: { admin: ['viewer', 'collaborator'] },
      quotas: { cpus: 11, memory: 12, storage: 13 },
      tls_certificates: [
        { ...named('c1'), cert: '-----BEGIN\nabc\n', key: ref('var.o1_key'), service: 'external_api' },
      ],
    },
  },
  ...(
    [
      { type: 'url', url: 'https://idp.example/meta' },
      { type: 'base64_encoded_xml', data: 'PHhtbC8+' },
    ] as const
  ).map((source) => ({
    entry: entry('samlProvider', {
      at: { silo: id(2) },
      body: {
        ...named('l1'),
        acsUrl: 'https://acs.example',
        idpEntityId: 'entity',
        idpMetadataSource: source,
        sloUrl: 'https://slo.example',
        spClientId: 'client',
        technicalContactEmail: 'it@example.org',
        groupAttributeName: 'groups',
        signingKeypair: { publicCert: 'cert', privateKey: 'hidden' },
      },
    }),
    read: {
      silo: id(2),
      ...named('l1'),
      acs_url: 'https://acs.example',
      idp_entity_id: 'entity',
      idp_metadata_source: source,
      slo_url: 'https://slo.example',
      sp_client_id: 'client',
      technical_contact_email: 'it@example.org',
      group_attribute_name: 'groups',
      signing_keypair: { public_cert: 'cert', private_key: ref('var.l1_private_key') },
    },
  })),
  {
    entry: entry('pool', { at: {}, body: { ...named('q1'), ranges: [{ first: '203.0.113.1', last: '203.0.113.9' }] } }),
    read: { ...named('q1'), ranges: [{ first_address: '203.0.113.1', last_address: '203.0.113.9' }] },
  },
  {
    entry: entry('poolLink', { at: { pool: id(3) }, body: { silo: id(4), isDefault: true } }),
    read: { ip_pool_id: id(3), silo_id: id(4), is_default: true },
  },
]

import { expect, it } from 'vitest'
import { requestToTerraform } from './from-request.ts'
import { parseCode, ref } from './parse.kit.ts'
import { id } from './things.kit.ts'

const request = { method: 'post', path: '' }

it('requests of an instance create its disks first, and find the rest by name', async () => {
  const { data, resource } = await parseCode(
    requestToTerraform({
      ...request,
      operation: 'instanceCreate',
      query: { project: 'web' },
      secrets: ['userData'],
      body: {
        name: 'db-1',
        description: '',
        hostname: 'db-1',
        ncpus: 1,
        memory: 1,
        bootDisk: {
          type: 'create',
          name: 'boot',
          description: '',
          size: 5,
          diskSource: { type: 'image', imageId: id(4) },
        },
        disks: [{ type: 'attach', name: 'data' }],
        externalIps: [
          { type: 'ephemeral', pool: 'public' },
          { type: 'floating', floatingIp: 'front' },
        ],
        sshPublicKeys: [id(5)],
        userData: 'cloud-init.yaml',
      },
    }),
  )
  expect(resource!['oxide_disk']).toEqual({
    boot: [
      {
        project_id: ref('data.oxide_project.web.id'),
        name: 'boot',
        description: '',
        size: 5,
        source_image_id: id(4),
      },
    ],
  })
  expect(resource!['oxide_instance']!['db_1']![0]).toMatchObject({
    boot_disk_id: ref('oxide_disk.boot.id'),
    disk_attachments: [ref('oxide_disk.boot.id'), ref('data.oxide_disk.data.id')],
    network_interfaces: [
      {
        name: 'net0',
        vpc_id: ref('data.oxide_vpc.default.id'),
        subnet_id: ref('data.oxide_vpc_subnet.default.id'),
      },
    ],
    external_ips: [
      { type: 'ephemeral', id: ref('data.oxide_ip_pool.public.id') },
      { type: 'floating', id: ref('data.oxide_floating_ip.front.id') },
    ],
    user_data: ref('var.db_1_user_data'),
  })
  expect(data!['oxide_vpc_subnet']).toEqual({
    default: [{ project_name: 'web', vpc_name: 'default', name: 'default' }],
  })
  expect(data!['oxide_disk']).toEqual({ data: [{ project_name: 'web', name: 'data' }] })
})

it('requests keep secrets and unread files out: they are variables', async () => {
  const text = requestToTerraform({
    ...request,
    operation: 'siloCreate',
    secrets: ['key'],
    body: {
      name: 's',
      description: '',
      discoverable: true,
      identityMode: 'local_only',
      quotas: { cpus: 1, memory: 1, storage: 1 },
      tlsCertificates: [1, 2].map((n) => ({
        name: `c${n}`,
        description: '',
        cert: 'public',
        key: 'hunter2',
        service: 'external_api',
      })),
    },
  })
  expect(text).not.toContain('hunter2')
  const { variable, resource } = await parseCode(text)
  expect(Object.keys(variable!)).toEqual(['s_key', 's_key_2'])
  expect(variable!['s_key']).toEqual([{ type: ref('string'), description: 'key of s', sensitive: true }])
  expect(resource!['oxide_silo']!['s']![0]!['tls_certificates']).toMatchObject([
    { key: ref('var.s_key') },
    { key: ref('var.s_key_2') },
  ])
})

it('requests name what no data source finds by a variable', async () => {
  const { variable } = await parseCode(
    requestToTerraform({
      ...request,
      operation: 'imageCreate',
      query: { project: 'web' },
      body: { name: 'i', description: '', os: 'o', version: '1', source: { type: 'snapshot', id: '<snapshot>' } },
    }),
  )
  expect(variable).toEqual({ snapshot_id: [{ type: ref('string'), description: 'ID of snapshot <snapshot>' }] })
})

it('requests without a resource have no code', () =>
  expect(requestToTerraform({ ...request, operation: 'webhookReceiverCreate', body: {} })).toBe(''))

/** Why tests do not run on the mock build: the beginning of their names, each with its file. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'They are about the mock build, its site or the build of a server': [
    'mock.spec.ts',
    'loading.spec.ts',
    'upgrade.spec.ts',
    'kit/',
  ],
  'They watch, hold or change requests on their way, and those of the mock build never leave the page': [
    'access.spec.ts a user',
    'activity.spec.ts a snapshot',
    'affinity.spec.ts groups of both kinds',
    'affinity.spec.ts member counts',
    'bgp.spec.ts peers',
    'device-login.spec.ts a device is logged in',
    'disks.spec.ts a blank disk',
    'disks.spec.ts a disk is attached',
    'disks.spec.ts hundreds',
    'failed-reads.spec.ts',
    'firewall-rule-conflicts.spec.ts a change between',
    'firewall-rules.spec.ts a rule is created',
    'floating-ips.spec.ts a floating IP',
    'floating-ips.spec.ts the list reads',
    'forms.spec.ts a form cancelled',
    'forms.spec.ts the first row',
    'forms.spec.ts values of panels',
    'forms.spec.ts a form that fails',
    'graphical-console.spec.ts',
    'image-upload.spec.ts a file becomes',
    'image-upload.spec.ts a lost connection',
    'image-upload.spec.ts a refused',
    'image-upload.spec.ts a hidden upload',
    'image-upload.spec.ts a duplicated tab',
    'instance-networking.spec.ts addresses are attached',
    'instance-networking.spec.ts the networking of an instance',
    'instance-page.spec.ts an instance starts',
    'instance-page.spec.ts groups are joined',
    'instance-page.spec.ts the connect tab',
    'networks-notice.spec.ts a platform without',
    'instances-new.spec.ts Copy as',
    'instances-new.spec.ts a tab asks',
    'instances-new.spec.ts of a thousand',
    'internet-gateways.spec.ts pools and addresses of gateways',
    'inventory.spec.ts a sled that is being added',
    'ip-pools.spec.ts the list shows',
    'late-answers.spec.ts',
    'lists.spec.ts',
    'missing-operations.spec.ts',
    'people.spec.ts users of a silo',
    'projects.spec.ts leaving a form',
    'projects.spec.ts a deletion',
    'routers.spec.ts a route is',
    'rows.spec.ts a report',
    'shell.spec.ts quick actions render',
    'shell.spec.ts deleting',
    'shell.spec.ts a lost connection',
    'silo-settings.spec.ts a certificate',
    'silos.spec.ts users of several',
    'silos.spec.ts pools are linked',
    'snapshots-and-images.spec.ts a snapshot is taken',
    'ssh-keys.spec.ts',
    'subnets.spec.ts',
    'switch-ports.spec.ts settings are applied',
    'topology.spec.ts routes come',
    'updates.spec.ts a release that is found late',
    'vpcs.spec.ts what is in the way',
    'vpcs.spec.ts rule counts',
  ],
  'They need two sessions at once, or another client, and the page has one session': [
    'access.spec.ts lowering',
    'access.spec.ts a silo admin sees where',
    'alerts.spec.ts',
    'device-login.spec.ts a signed-out user',
    'silos.spec.ts users of a local silo',
  ],
  'The browser fakes time in all its pages, so also that of the control plane': ['disks.spec.ts a disk in use'],
  'A server is replaced, cut off or read at its database, or reached without HTTPS': [
    'audit-log.spec.ts unfinished sagas',
    'other-servers.spec.ts',
    'plain-http.spec.ts',
    'serial-console.spec.ts after a lost',
  ],
  'What they need is off in a page: fetching images, SAML, support bundles and update repositories': [
    'image-upload.spec.ts the server fetches',
    'saml.spec.ts',
    'support-bundles.spec.ts',
    'updates.spec.ts',
  ],
  'Requests in a page come from no address': ['system-networking.spec.ts the allow list'],
  'The server sends the browser from /login to the page of a silo, or refuses to': ['sessions.spec.ts'],
  'The demo data uses the switch otherwise': ['switch-ports.spec.ts a refused port action'],
  'They need a browser that is a phone': ['narrow.spec.ts'],
}

const naming = (names: readonly string[]) =>
  new RegExp(names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|'))

export const onlyOnServer = naming(Object.values(reasons).flat())

/** A third of the files: they run on the mock build too whenever they run on a server. */
const wings = {
  identity: ['device-login', 'people', 'silo-settings', 'silos', 'system-identity', 'utilization'],
  compute: ['disks', 'image-upload', 'instance-page', 'instances-new', 'instances', 'probes'],
  network: ['address-lots', 'effective-rules', 'firewall-rules', 'floating-ips', 'instance-networking', 'vpcs'],
  more: ['internet-gateways', 'routers', 'topology', 'quotas'],
}

export const third = naming(
  Object.values(wings)
    .flat()
    .map((name) => ` ${name}.spec.ts`),
)

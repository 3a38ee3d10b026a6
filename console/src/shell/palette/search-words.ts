/**
 * What people call things elsewhere, or what they look for, by a word with which a label has a word begin: `New instance`
 * is found by "vm". Earlier words count more: what a page is most about comes first, not in the order of the alphabet.
 * A test requires each key to be in the label of a page.
 */
export const searchWords: Readonly<Record<string, string>> = {
  access: 'users groups people members permissions roles rights password invite share',
  address: 'ip network subnet',
  affinity: 'placement spread anti-affinity host',
  alert: 'notifications webhooks email monitoring',
  allow: 'firewall ip network admin api',
  audit: 'logs events activity who changes',
  bfd: 'routing network failover',
  bgp: 'routing network router peers',
  certificate: 'tls ssl https domain',
  disk: 'storage volumes drives block space',
  floating: 'public external static address elastic network',
  history: 'logs events activity audit who changes',
  icmp: 'ping network firewall',
  image: 'os operating system iso templates linux windows cloud upload',
  instance: 'vms virtual machines servers compute hosts computers ssh',
  inventory: 'hardware racks sleds servers hosts nodes switches disks storage',
  issue: 'problems errors faults health status failed full',
  loopback: 'ip network interface',
  metric: 'monitoring graphs charts performance cpu memory statistics',
  networking: 'ip routing switches',
  overview: 'dashboard home status summary',
  pool: 'ip addresses ranges network public external',
  probe: 'network test connectivity reachability',
  profile: 'password account user me name',
  project: 'vms instances servers machines disks storage volumes snapshots backups networks firewall ip',
  quota: 'limits capacity storage full space cpu memory',
  role: 'permissions access rights',
  saga: 'jobs tasks workflows operations running failed',
  settings: 'configuration options preferences',
  'sign-in': 'login password sso saml session timeout authentication',
  silo: 'tenants organizations customers users identity providers sso saml password',
  snapshot: 'backups copy restore recovery',
  ssh: 'public keys login',
  support: 'logs diagnostics dump debug help',
  switch: 'network cables ports interfaces',
  token: 'api keys cli secrets',
  update: 'upgrade versions release software',
  user: 'accounts people',
  utilization: 'storage capacity full usage space disks cpu memory limits quotas free',
  vpc: 'networks firewall rules subnets routers gateways security groups private ip nat',
}

const wordsIn = (text: string) => text.toLocaleLowerCase().split(/[\s/.]+/)

/** Verbs by which each action that makes something is found. */
const making = ['add', 'new', 'create']
/** What such actions begin with. */
const makes = [...making, 'upload', 'fetch', 'take']

const entries = Object.entries(searchWords)

/** The words of a label, and those by which it is looked for. */
export function wordsOf(label: string): string[] {
  const own = wordsIn(label)
  const more = entries.filter(([key]) => own.some((word) => word.startsWith(key)))
  const verbs = makes.includes(own[0] ?? '') ? making : []
  return [...own, ...verbs, ...more.flatMap(([, words]) => words.split(' '))]
}

import type { Rolldown } from 'vite'

type Group = Pick<Rolldown.CodeSplittingGroup, 'name' | 'test' | 'tags' | 'minShareCount'>

const between = (name: string, ...files: readonly RegExp[]): Group => ({
  name,
  test: (id) => files.some((file) => file.test(id)),
  minShareCount: 2,
})

/**
 * Which code shares a file. A page loads no overlay or form before it needs one; `npm run check` holds its scripts to a
 * budget. What is not here stays with its page, or is a file of its own between the pages that share it.
 *
 * A group takes along what its files import, but for what the groups before it have: what is imported most comes first.
 */
const groups: readonly Group[] = [
  {
    name: 'libraries',
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!.*virtual)[^/]*)\//,
  },
  // All but the entry itself: taken out of its own file it never ran.
  {
    name: 'start',
    test: /console\/src\/(?!main)|contract\/src\/|node_modules\/(lucide-react|p-limit|yocto-queue)\//,
    tags: ['$initial'],
  },
  // What lists, overviews and pages of one thing share.
  between(
    'pages',
    /src\/shell\/list\/(count-cell|create-button|list-page|tab-heading|thing-list|use-list|use-search-all|whole-list-.*)\./,
    /src\/shell\/(page\/(detail-page|metadata|networks-notice|reads)|paths\/(began-on|use-close-panel)|actions\/(deletion|deletion-lock|use-actions))\./,
    /src\/(shell\/things\/storage-names|compute\/(disks\/disk|images\/add-image|snapshots\/snapshot))\./,
    /src\/table\/(bulk-bar|bulk-run|filter-bar|no-matches|pagination|quick-filter|selection)\./,
    /src\/(ui\/(card|tabs|meter-card|progress-bar|waiting)|lib\/format\/base64)\./,
    /src\/compute\/instances\/(instance|written|use-instance|detail\/auto-restart-policy)\./,
    /src\/(identity\/utilization\/resources|network\/ip-pools\/use|rules\/(instances|snapshots))\./,
    /lucide-react\/.*\/(shield-check|x)\./,
  ),
  between('access', /src\/identity\/(policies\/(holders|people)|(users|groups)\/queries)\./),
  between('affinity', /src\/compute\/affinity\/(kinds|queries)\./),
  // What the URLs and pages of a VPC share.
  between('vpc', /src\/network\/(firewall-rules|internet-gateways|routers|subnets|vpcs\/topology)\/(queries|parts)\./),
  // What the system's URLs and pages share.
  between(
    'system',
    /src\/(api\/operator-routes\.gen|routes\/system-area|shell\/\w+\/(system-navigation|shown-reads)|.*\/queries|shell\/things\/sleds|rules\/asn)\./,
    /src\/fleet\/.*(words|link|links|state|status|columns|facts|choices|used-by|numbered|badge|baseboard)\./,
    /src\/fleet\/.*(root-role|subject|receiver-actions|alert-classes)\./,
    /src\/identity\/(silos\/(delete-silo|silo-words)|identity-providers\/provider-values)\./,
    /src\/network\/ip-pools\/(pool-actions|use-bar)\./,
    /lucide-react\/.*\/(share-2|ethernet-port)\./,
  ),
  between('roles', /src\/identity\/policies\/(policy-editor|role-actions|role-change|access-rows|held-roles)\./),
  between('charts', /src\/.*(line-chart|metric-chart|time-range-picker|shell\/page\/timeseries)\./),
  between('addresses', /node_modules\/ipaddr\.js\//, /src\/rules\/(networks|routes|firewall)\./),
  // What a form is made of, wherever it shows: without dialogs, and without fields that open a list.
  between(
    'fields',
    /node_modules\/react-hook-form\//,
    /src\/form\/(?!form-shells|combobox-input|listbox-select)/,
    /src\/(lib\/(late-code|copy-as)|shell\/form\/(check-list-field|settings-card)|compute\/over-limits)\./,
    /src\/.*\/(pattern-field|pool-options)\./,
  ),
  between(
    'overlays',
    /node_modules\/(@base-ui\/(?!react\/(combobox|select|toast)\/)|@floating-ui\/|reselect\/|tabbable\/)/,
    /src\/(ui\/(dialog|modal|side-panel)|shell\/(page\/detail-panel|frame\/drawer))/,
    // Writes that overwrite no other user's change: they are made from forms in panels, and after a question.
    /src\/(shell\/\w+\/(conflict|follow-read|make-change|rewrite|three-way)|compute\/instances\/instance-update)\./,
  ),
  between(
    'choosers',
    /node_modules\/(@base-ui\/react\/(combobox|select)|@tanstack\/.*virtual.*)\//,
    /src\/form\/(combobox-input|combobox-match|listbox-select)\./,
  ),
  // Forms in panels and dialogs.
  between(
    'panels',
    /src\/(form\/form-shells|shell\/(form|conflict)\/(form-panel|edit-.*|use-conflict-safe|request-.*))\./,
    /src\/.*\/(named-field|(disk|image|certificate|quota|receiver)-fields|storage-options)\./,
  ),
  between('images', /src\/compute\/images\/image-(actions|columns)\./),
  between('firewall', /src\/network\/firewall-rules\/rule-(values|words)\./),
  between('role-changes', /src\/identity\/policies\/(fleet-gain|make-role-change)\./),
]

/** With the priorities of their order. The bundler takes whole numbers from 0 only, and others for something else. */
export const chunkGroups = groups.map((group, index) => ({ ...group, priority: groups.length - index }))

/** The files that several pages share, by name: a page asks for those that it needs along with its own. */
export const shared =
  /\/(pages|system|roles|charts|addresses|fields|overlays|choosers|panels|chart-canvas)-[\w-]{8}\.js$/

// Runs on the machine's own Node, 20 or later, before anything is installed: plain JavaScript without packages.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')
const pinnedNode = join(bin, 'node')

/** Installs the lock file's packages if needed, then runs a TypeScript file of tools/ on the pinned Node. */
export async function runTool(file, args = process.argv.slice(2)) {
  const path = join(root, 'tools', file)
  if (!isInstalled()) install()
  process.env.PATH = bin + delimiter + process.env.PATH
  // Programs that start from here share Node's compiled code.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node')
  if (realpathSync(process.execPath) === realpathSync(pinnedNode)) {
    module.enableCompileCache()
    process.argv = [process.execPath, path, ...args]
    await import(pathToFileURL(path))
  } else {
    rerun(path, args)
  }
}

/** Whether npm's record of installed packages matches the lock file. Optional and peer packages may be missing. */
function isInstalled() {
  const note = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(note) || !existsSync(pinnedNode)) return false
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
  const installed = packagesOf(note)
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, link, optional, peer }]) => {
      if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true
      if (!installed[path]) return Boolean(optional || peer)
      return link || installed[path].version === version
    },
  )
}

function install() {
  say('Installing packages (npm ci) …')
  const npm = process.env.npm_execpath
  const [command, ...first] = npm && /\.[cm]?js$/.test(npm) ? [process.execPath, npm] : ['npm']
  const args = [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (error) fail(`npm could not be run: ${error.message}`)
  if (status !== 0) fail('The packages could not be installed: see the lines above')
  if (!existsSync(pinnedNode)) {
    fail('Node 24 was not installed: allow install scripts (npm config get ignore-scripts) and run npm ci')
  }
}

/** Forwards signals to the child and exits with its code. The IPC channel closes when this process dies. */
function rerun(path, args) {
  const child = spawn(pinnedNode, [path, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`Node 24 could not be run: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
}

const say = (line) => process.stderr.write(`skerry: ${line}\n`)

function fail(line) {
  say(line)
  process.exit(1)
}

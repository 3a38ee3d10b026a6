const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

const shown: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: isMac ? '⇧' : 'Shift',
  left: '←',
  right: '→',
  up: '↑',
  down: '↓',
}

/** A key or chord, written `mod+K`, in the machine's own signs. */
export function Kbd({ keys }: { keys: string }) {
  const parts = keys.split('+').map((key) => shown[key] ?? key)
  return (
    <kbd className="inline-block rounded-sm border border-line px-1.25 font-mono text-2xs/4 font-medium text-ink-2">
      {parts.join(isMac ? '' : '+')}
    </kbd>
  )
}

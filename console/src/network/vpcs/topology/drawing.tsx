import { Link } from '@tanstack/react-router'
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { Path } from '~/shell/paths/path.ts'
import { StateBadge } from '~/ui/badge.tsx'
import { IconButton } from '~/ui/icon-button.tsx'
import { nodeHeight, pathsThrough, type Placed, placed, type Topology, type TopologyNode } from './topology.ts'

interface DrawingProps {
  topology: Topology
  linkOf: (node: TopologyNode) => Path | undefined
}

const zooms = { least: 0.25, most: 2, step: 0.25 } as const
const bounded = (zoom: number) => Math.min(zooms.most, Math.max(zooms.least, zoom))

/** The nodes as links over the lines between them. Pointing at or focusing one highlights its paths. */
export function Drawing({ topology, linkOf }: DrawingProps) {
  const { nodes, width, height } = useMemo(() => placed(topology.nodes), [topology])
  const [zoom, setZoom] = useState(1)
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const path = useMemo(
    () => (highlighted === null ? null : pathsThrough(topology.edges, highlighted)),
    [topology, highlighted],
  )
  const isDim = (id: string) => path !== null && !path.has(id)
  const at = new Map(nodes.map((node) => [node.id, node]))
  const fit = () => frame.current && setZoom(bounded((frame.current.clientWidth - 32) / width))
  return (
    <div role="group" aria-label="Drawing of the VPC" className="rounded-lg border border-line bg-sunken">
      <div className="flex justify-end gap-2 border-b border-line p-2">
        <IconButton label="Zoom out" icon={<ZoomOut />} onClick={() => setZoom(bounded(zoom - zooms.step))} />
        <IconButton label="Zoom in" icon={<ZoomIn />} onClick={() => setZoom(bounded(zoom + zooms.step))} />
        <IconButton label="Fit" icon={<Maximize />} onClick={fit} />
      </div>
      <div ref={frame} className="max-h-[32rem] overflow-auto p-4">
        <div style={{ width: width * zoom, height: height * zoom }}>
          <div className="relative origin-top-left" style={{ width, height, transform: `scale(${zoom})` }}>
            <svg aria-hidden="true" width={width} height={height} className="absolute inset-0">
              {topology.edges.map(({ from, to, by }) => {
                const [start, end] = [at.get(from), at.get(to)]
                return (
                  start &&
                  end && (
                    <path
                      key={`${from} ${to} ${by}`}
                      d={curve(start, end)}
                      fill="none"
                      strokeWidth={1.5}
                      className={
                        path?.has(from) && path.has(to) ? 'stroke-accent' : path ? 'stroke-line' : 'stroke-line-strong'
                      }
                    />
                  )
                )
              })}
            </svg>
            <ul>
              {nodes.map((node) => (
                <li
                  key={node.id}
                  className={`absolute ${isDim(node.id) ? 'border-line' : path ? 'border-accent' : 'border-line-strong'} overflow-hidden rounded-md border bg-surface`}
                  style={{ left: node.x, top: node.y, width: node.width, height: nodeHeight }}
                  data-highlighted={!isDim(node.id)}
                >
                  <NodeBox node={node} to={linkOf(node)} onHighlight={setHighlighted} />
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
    </div>
  )
}

function curve(start: Placed, end: Placed): string {
  const [x1, y1] = [start.x + start.width, start.y + nodeHeight / 2]
  const [x2, y2] = [end.x, end.y + nodeHeight / 2]
  const bend = (x1 + x2) / 2
  return `M${x1},${y1} C${bend},${y1} ${bend},${y2} ${x2},${y2}`
}

interface NodeBoxProps {
  node: TopologyNode
  to: Path | undefined
  onHighlight: (id: string | null) => void
}

function NodeBox({ node: { id, layer, name, details, state, folded }, to, onHighlight }: NodeBoxProps) {
  const box = 'flex size-full flex-col justify-center px-3'
  const content = (
    <>
      {layer !== 'internet' && !folded && <span className="text-xs text-ink-3">{layer} </span>}
      <span className="truncate font-medium" title={name}>
        {name}
      </span>
      {details.slice(0, 2).map((detail) => (
        <span key={detail} className="text-mono truncate text-xs text-ink-2">
          {detail}
        </span>
      ))}
      {state && <StateBadge state={state} />}
    </>
  )
  return to ? (
    <Link
      to={to}
      className={`${box} -outline-offset-2 hover:bg-raised`}
      onMouseEnter={() => onHighlight(id)}
      onMouseLeave={() => onHighlight(null)}
      onFocus={() => onHighlight(id)}
      onBlur={() => onHighlight(null)}
    >
      {content}
    </Link>
  ) : (
    <span className={box}>{content}</span>
  )
}

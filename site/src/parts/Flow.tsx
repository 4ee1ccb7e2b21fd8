import type { FlowContent } from '@funil/content/schema/flow';
import { NodeIcon } from './NodeIcon.tsx';

function Wire({ toRight }: { toRight: boolean }) {
  const path = toRight ? 'M30 0C30 34 70 22 70 56' : 'M70 0C70 34 30 22 30 56';
  return (
    <svg
      viewBox="0 0 100 56"
      preserveAspectRatio="none"
      className="relative h-14 w-full overflow-visible"
      aria-hidden="true"
    >
      <path d={path} className="wire" />
      <path d={path} className="wire-pulse" />
      <path d={toRight ? 'M30 0h0M70 56h0' : 'M70 0h0M30 56h0'} className="flow-port" />
    </svg>
  );
}

export function Flow({ flow }: { flow: FlowContent }) {
  return (
    <figure className="flow mx-auto w-full max-w-[28rem] @lg:mr-0">
      <figcaption className="sr-only">{flow.alt}</figcaption>
      <ol>
        {flow.nodes.map(({ kind, label, detail }, index) => (
          <li key={label} className="flow-node">
            {index > 0 && <Wire toRight={index % 2 === 1} />}
            <div
              className={`flow-card flex w-[84%] items-center gap-4 rounded-2xl bg-raised p-4 ${index % 2 === 1 ? 'ml-auto' : ''}`}
            >
              <span className="flow-icon grid size-12 flex-none place-items-center rounded-xl">
                <NodeIcon kind={kind} />
              </span>
              <span>
                <span className="block font-semibold">{label}</span>
                {detail && <span className="block flow-detail text-sm">{detail}</span>}
              </span>
            </div>
          </li>
        ))}
      </ol>
    </figure>
  );
}

import type { FlowContent } from '@funil/content/schema/flow';
import { NodeIcon } from './NodeIcon.tsx';

export type Shape = 'row' | 'column' | 'stairs';

const WIRE_CLASSES: Record<Shape, string> = {
  row: 'wire-y',
  column: 'wire-y',
  stairs: 'mini-elbow',
};

export function MiniFlow({ flow, shape }: { flow: FlowContent; shape: Shape }) {
  return (
    <figure>
      <figcaption className="sr-only">{flow.alt}</figcaption>
      <ol className={`mini-${shape}`}>
        {flow.nodes.map(({ kind, label }, index) => (
          <li key={label} className="mini-node">
            {index > 0 && <span className={WIRE_CLASSES[shape]} aria-hidden="true" />}
            <span className="node-icon">
              <NodeIcon kind={kind} />
            </span>
            <span>{label}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

import type { FlowContent } from '@funil/content/schema/flow';

type NodeKind = FlowContent['nodes'][number]['kind'];

/** SVG paths on a square of 24 units. */
const NODE_ICON_PATHS: Record<NodeKind, string> = {
  message:
    'M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H11l-4.5 4v-4A2.5 2.5 0 0 1 4 13.5zM8 8.5h8M8 12h5',
  agent:
    'M12 3v3M7 6h10a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM2.5 11v3M21.5 11v3M9.5 10.5v2M14.5 10.5v2M9 21h6',
  crm: 'M4 5h16v14H4zM4 10h16M9.5 10v9M14.5 10v9',
  calendar: 'M5 6h14v13H5zM5 10.5h14M9 3.5V7M15 3.5V7M9 14.5l2 2 4-4',
  document: 'M6.5 3.5h7l4 4v13h-11zM13 3.5V8h4.5M9.5 12.5h5M9.5 16h5',
  person: 'M12 4a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM5 20c.6-3.7 3.4-6 7-6s6.4 2.3 7 6',
  payment: 'M12 3.5l8.5 8.5-8.5 8.5L3.5 12zM9 12l2 2 4-4',
};

export const NodeIcon = ({ kind }: { kind: NodeKind }) => (
  <svg viewBox="0 0 24 24" className="size-6" aria-hidden="true">
    <path d={NODE_ICON_PATHS[kind]} className="stroke" strokeWidth="1.6" />
  </svg>
);

const centre = 32;
const ring = 18.5;
const teeth = 24.2;
const toothSize = 5;
const openEnd = 45;
const teethDegrees = [90, 135, 180, 225, 270, 315, 0];

const round = (value: number) => Number(value.toFixed(2));

function pointAt(radius: number, degrees: number): { x: number; y: number } {
  const radians = (degrees * Math.PI) / 180;
  return {
    x: round(centre + radius * Math.cos(radians)),
    y: round(centre + radius * Math.sin(radians)),
  };
}

const end = pointAt(ring, openEnd);

/** An "e" that is a gear: one wire from the left, across the hub, round the ring to its open end. */
export const markWire = `M${centre - ring} ${centre}H${centre + teeth}H${centre + ring}A${ring} ${ring} 0 1 0 ${end.x} ${end.y}`;

/** The gear's seven teeth, each a node; the eighth is left out where the ring opens. */
export const markNodes = teethDegrees.map((degrees) => ({
  ...pointAt(teeth, degrees),
  r: toothSize,
}));

const circles = markNodes.map(({ x, y, r }) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join('');

/** The mark on a 64-unit square, in the current colour. */
export const markShapes = `<path fill="none" stroke="currentColor" stroke-width="8" stroke-linecap="round" stroke-linejoin="round" d="${markWire}"/><g fill="currentColor">${circles}</g>`;

type Curl = readonly [x: number, y: number, radius: number, turn: number];

const colour = '#23150f';
const head = { x: 600, y: 660 };
const shine = '#462a1d';

const behind: readonly Curl[] = [
  [600, 330, 110, 200],
  [480, 356, 100, 170],
  [720, 352, 104, 230],
  [380, 440, 96, 140],
  [822, 436, 98, 260],
  [326, 556, 92, 120],
  [876, 552, 92, 280],
  [306, 680, 88, 100],
  [898, 676, 88, 300],
  [316, 800, 86, 80],
  [890, 798, 86, 320],
  [346, 910, 82, 60],
  [858, 910, 84, 340],
  [404, 996, 74, 40],
  [800, 1000, 76, 0],
];

const beside: readonly Curl[] = [
  [420, 900, 78, 30],
  [786, 900, 78, 330],
  [398, 790, 66, 60],
  [806, 790, 66, 300],
];

const crown: readonly Curl[] = [
  [598, 398, 84, 210],
  [694, 408, 82, 240],
  [506, 420, 80, 150],
  [770, 474, 74, 265],
  [430, 492, 74, 130],
];

const fringe: readonly Curl[] = [
  [560, 452, 50, 180],
  [648, 452, 52, 220],
  [478, 512, 46, 140],
  [744, 526, 48, 250],
  [404, 590, 60, 110],
  [800, 584, 58, 285],
  [392, 690, 58, 90],
  [812, 686, 58, 300],
];

const spiralTurns = 1.15;
const spiralSteps = 20;

/** A coil from near the middle of the curl to near its edge. */
function drawCoil([x, y, radius, turn]: Curl): string {
  const points = Array.from({ length: spiralSteps + 1 }, (_, step) => {
    const share = step / spiralSteps;
    const reach = radius * (0.24 + 0.46 * share);
    const angle = (turn * Math.PI) / 180 + share * spiralTurns * 2 * Math.PI;
    return `${(x + reach * Math.cos(angle)).toFixed(1)} ${(y + reach * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}

/** A highlight along the curl's outer edge, seen from the middle of the head. */
function drawSheen([x, y, radius]: Curl): string {
  const outward = Math.atan2(y - head.y, x - head.x);
  const reach = radius * 0.66;
  const pointAt = (angle: number) =>
    `${(x + reach * Math.cos(angle)).toFixed(1)} ${(y + reach * Math.sin(angle)).toFixed(1)}`;
  return `M${pointAt(outward - 0.9)}A${reach.toFixed(1)} ${reach.toFixed(1)} 0 0 1 ${pointAt(outward + 0.9)}`;
}

function drawCurls(curls: readonly Curl[], drawLine: (curl: Curl) => string): string {
  return curls
    .map(
      (curl) => `<circle cx="${curl[0]}" cy="${curl[1]}" r="${curl[2]}" fill="${colour}"/>
      <path d="${drawLine(curl)}" fill="none" stroke="${shine}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>`,
    )
    .join('');
}

export const hairBehind = `<path d="M330 560C330 380 450 300 600 300s272 80 272 260l20 330-92 120H404l-90-120Z" fill="${colour}"/>${drawCurls(behind, drawSheen)}`;
export const hairBeside = drawCurls(beside, drawSheen);
export const hairFront = drawCurls(crown, drawSheen) + drawCurls(fringe, drawCoil);

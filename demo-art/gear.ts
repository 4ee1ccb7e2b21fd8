const gear = { x: 600, y: 612, radius: 450, teeth: 12 };

/** The gear behind a portrait's head, in the portrait's own units. */
export function drawGear(colour: string): string {
  const { x, y, radius } = gear;
  const teeth = Array.from({ length: gear.teeth }, (_, index) => {
    const degrees = ((index + 0.5) * 360) / gear.teeth;
    return `<rect x="${x - 52}" y="${y - radius - 58}" width="104" height="140" rx="40" transform="rotate(${degrees} ${x} ${y})"/>`;
  });
  return `<g fill="${colour}"><circle cx="${x}" cy="${y}" r="${radius}"/>${teeth.join('')}</g>`;
}

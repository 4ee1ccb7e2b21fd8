import { hairStyles } from './hair.ts';
import { ink, paper } from './palette.ts';
import { type Person, people } from './people.ts';
import type { Picture } from './picture.ts';

const face = 'M78 94C78 64 95 50 120 50s42 14 42 44v16c0 30-20 50-42 50s-42-20-42-50Z';
const shoulders = 'M14 236c2-38 32-56 86-66h40c54 10 84 28 86 66Z';
const shadow = 'M123 46v56l9 20h-12v42h50V46Z';
const beardShape =
  'M78 108c4 12 8 18 14 20 14-9 42-9 56 0 6-2 10-8 14-20v4c0 32-20 52-42 52s-42-20-42-52Z';

function drawFeatures({ glasses, hairColour, beard }: Person): string {
  const lines = glasses ? ink : hairColour;
  return `<g fill="none" stroke-linecap="round" stroke-linejoin="round">
      <g stroke="${lines}" stroke-width="${glasses ? 3.5 : 4.5}"><path d="M92 ${glasses ? 86 : 90}q10-6 20 0M128 ${glasses ? 86 : 90}q10-6 20 0"/></g>
      ${glasses ? `<g stroke="${ink}" stroke-width="3.5"><circle cx="102" cy="103" r="13.5"/><circle cx="138" cy="103" r="13.5"/><path d="M115.5 101q4.5-3 9 0"/></g>` : ''}
    </g>
    <g fill="${ink}"><circle cx="102" cy="103" r="4.4"/><circle cx="138" cy="103" r="4.4"/></g>
    ${beard ? `<path d="M103 136h34c-3 11-9 15-17 15s-14-4-17-15Z" fill="${paper}"/>` : `<path d="M104 135h32c-3 10-8 14-16 14s-13-4-16-14Z" fill="${paper}"/>`}`;
}

/** A person's head and shoulders on a 240-unit square. */
export function drawAvatar(person: Person, id: string): string {
  const hair = hairStyles[person.hair];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="15 14 210 210">
    <clipPath id="face-${id}"><path d="${face}"/></clipPath>
    <rect width="240" height="240" fill="${person.background}"/>
    <g fill="${person.hairColour}">${hair.behind}</g>
    <path d="${shoulders}" fill="${person.shirt}"/>
    <path d="M100 140h40v34c0 12-9 20-20 20s-20-8-20-20Z" fill="${person.shade}"/>
    <g fill="${person.skin}"><circle cx="77" cy="108" r="10"/></g>
    <circle cx="163" cy="108" r="10" fill="${person.shade}"/>
    <path d="${face}" fill="${person.skin}"/>
    <g clip-path="url(#face-${id})">
      <path d="${shadow}" fill="${person.shade}"/>
      ${person.beard ? `<path d="${beardShape}" fill="${person.hairColour}"/>` : ''}
    </g>
    <g fill="${person.hairColour}">${hair.front}</g>
    ${drawFeatures(person)}
  </svg>`;
}

export function memberPictures(): Picture[] {
  const members = [people.camila, people.jonas, people.priscila, people.wesley, people.neide];
  return members.map((person, index) => ({
    file: `membro-${index + 1}.png`,
    width: 240,
    height: 240,
    scale: 1,
    body: drawAvatar(person, `membro-${index + 1}`),
  }));
}

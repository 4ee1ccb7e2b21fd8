/** One picture to render: CSS pixels, times `scale`, from a page body and its styles. */
export interface Picture {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly body: string;
  readonly style?: string;
}

export function toDocument(picture: Picture, fonts: string): string {
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><style>${fonts}
    * { box-sizing: border-box; margin: 0; }
    html, body { width: ${picture.width}px; height: ${picture.height}px; overflow: hidden; }
    svg { display: block; }
    ${picture.style ?? ''}</style><body>${picture.body}</body></html>`;
}

const VOID_TAGS = new Set(['img', 'source', 'input', 'br', 'hr', 'link', 'meta']);
/** SVG's attribute names are case-sensitive and some of its tags are self-closing. */
const SVG_TAGS = new Set(['svg', 'path', 'circle', 'rect', 'g']);
const BOOLEAN_ATTRIBUTES =
  'inert|novalidate|autofocus|required|disabled|hidden|open|selected|multiple|itemscope';

/** Matches a script or style, which stays unchanged, or one opening tag. */
const OPENING_TAG =
  /<(script|style)\b[\s\S]*?<\/\1>|<([a-z][\w-]*)((?:\s+[^\s=>"/]+(?:="[^"]*")?)*)\s*(\/?)>/gi;

const STYLE_TAG = /<style>[^<]*<\/style>/g;

const tidyAttributes = (attributes: string): string =>
  attributes
    .replace(/(^|\s)([^\s="]+)(?==|\s|$)(?=(?:[^"]*"[^"]*")*[^"]*$)/g, (_, space, name) => {
      return space + name.toLowerCase();
    })
    .replace(new RegExp(`(\\s(?:${BOOLEAN_ATTRIBUTES}|data-[\\w-]+))=""`, 'g'), '$1')
    .replace(/(\sdata-[\w-]+)="true"/g, '$1')
    .replace(/\sclass="([^"]*)"/, (_, names) => {
      const classes = names.trim().replace(/\s+/g, ' ');
      return classes && ` class="${classes}"`;
    });

function hoistStyles(html: string): string {
  const [head = '', body] = html.split('</head>');
  if (body === undefined) return html;
  const styles = body.match(STYLE_TAG) ?? [];
  return `${head}${styles.join('')}</head>${body.replace(STYLE_TAG, '')}`;
}

/** Matches an island, or a comment that React writes between two texts to find them again. */
const ISLAND_OR_SEPARATOR = /<(astro-island)\b[\s\S]*?<\/\1>|<!-- -->/g;

/**
 * Rewrites React's and Astro's HTML as validators recommend. `data-x="true"` becomes `data-x`, so styles and scripts
 * ask only whether the attribute is there.
 */
export function tidyHtml(html: string): string {
  const joinedHtml = html.replace(ISLAND_OR_SEPARATOR, (piece, island) => (island ? piece : ''));
  return hoistStyles(joinedHtml.replaceAll('></path>', '/>')).replace(
    OPENING_TAG,
    (piece, unchangedTag, tag, attributes, slash) => {
      if (unchangedTag || SVG_TAGS.has(tag)) return piece;
      const end = slash && !VOID_TAGS.has(tag) ? '/>' : '>';
      return `<${tag}${tidyAttributes(attributes)}${end}`;
    },
  );
}

const UNBROKEN_PIECES = [
  // Scripts, tags and islands, whose changed text React would reject, match without a group, so they stay unchanged.
  String.raw`<(script|style|title|astro-island)\b[\s\S]*?<\/\1>|<[^>]*>`,
  // Ranges with their unit after a no-break space, such as `4-5 semanas` and `R$ 5K-50K`.
  String.raw`((?:R\$\u00a0)?\d+K?-\d+K?(?:\u00a0\p{Ll}+)?`,
  String.raw`\be-mails?\b`,
  // CNPJ and CPF.
  String.raw`\b[\d.]{7,11}(?:\/\d{4})?-\d{2}\b)`,
];

/** Browsers would break a line after the hyphens of ranges, `e-mail` and registration numbers. */
export const keepTogether = (html: string): string =>
  html.replace(new RegExp(UNBROKEN_PIECES.join('|'), 'giu'), (piece, _tag, text) =>
    text ? `<span class="unbroken">${piece}</span>` : piece,
  );

const ISLAND_SCRIPT =
  /<script>(?:(?!<\/script>)[\s\S])*?(?:customElements\.define|self\.Astro\|\|)[\s\S]*?<\/script>/g;

/** Removes Astro's scripts, which hydrate-islands.ts replaces, and the attributes that only they read. */
export const removeIslandScripts = (html: string): string =>
  html
    .replace(ISLAND_SCRIPT, '')
    .replaceAll('<!--astro:end-->', '')
    .replace(/<astro-island\b[^>]*>/g, (tag) =>
      tag.replace(/ (?:await-children|(?:uid|props|client|opts)="[^"]*")/g, ''),
    );

const MODULE_SCRIPT = /<script type="module" src="([^"]+)"><\/script>/g;

/**
 * Turns module scripts into data, which src/first-paint.ts runs after the first paint: browsers would fetch modules
 * with the document's priority and delay that paint.
 */
export const deferModuleScripts = (html: string): string =>
  html.replace(MODULE_SCRIPT, '<script type="application/x-after-paint" data-src="$1"></script>');

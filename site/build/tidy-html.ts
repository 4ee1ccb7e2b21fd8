const VOID = new Set(['img', 'source', 'input', 'br', 'hr', 'link', 'meta']);
/** Whose attribute names are case-sensitive, and which do close themselves. */
const DRAWING = new Set(['svg', 'path', 'circle', 'rect', 'g']);
const BOOLEAN =
  'inert|novalidate|autofocus|required|disabled|hidden|open|selected|multiple|itemscope';

/** What is not markup and stays as it is, or one opening tag. */
const PIECE =
  /<(script|style)\b[\s\S]*?<\/\1>|<([a-z][\w-]*)((?:\s+[^\s=>"/]+(?:="[^"]*")?)*)\s*(\/?)>/gi;

const STYLE = /<style>[^<]*<\/style>/g;

function tidyAttributes(attributes: string): string {
  return attributes
    .replace(/(^|\s)([^\s="]+)(?==|\s|$)(?=(?:[^"]*"[^"]*")*[^"]*$)/g, (_, space, name) => {
      return space + name.toLowerCase();
    })
    .replace(new RegExp(`(\\s(?:${BOOLEAN}|data-[\\w-]+))=""`, 'g'), '$1')
    .replace(/(\sdata-[\w-]+)="true"/g, '$1');
}

/** Styles that Astro leaves in the body, where none may stand, go to the end of the head. */
function hoistStyles(html: string): string {
  const [head = '', body] = html.split('</head>');
  if (body === undefined) return html;
  const styles = body.match(STYLE) ?? [];
  return `${head}${styles.join('')}</head>${body.replace(STYLE, '')}`;
}

/** React's and Astro's way of writing HTML, made the one validators recommend. It means the same. */
export function tidyHtml(html: string): string {
  return hoistStyles(html).replace(PIECE, (piece, raw, tag, attributes, slash) => {
    if (raw || DRAWING.has(tag)) return piece;
    const end = slash && !VOID.has(tag) ? '/>' : '>';
    return `<${tag}${tidyAttributes(attributes)}${end}`;
  });
}

const MODULE_SCRIPT = /<script type="module" src="([^"]+)"><\/script>/g;

/**
 * Turns module scripts into data that the inline script makes scripts of after the first paint:
 * browsers fetch modules with the priority of the document itself, while the page is still to be
 * painted. See src/first-paint.ts.
 */
export function deferModuleScripts(html: string): string {
  return html.replace(
    MODULE_SCRIPT,
    '<script type="application/x-after-paint" data-src="$1"></script>',
  );
}

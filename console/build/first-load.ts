import type { Plugin } from 'vite';

/** What is drawn first; `main.ts` asks for it by `import()`, beside its questions to the server. */
const FRAME = '/src/start.tsx';
const ENTRY = '/src/main.ts';
/** What most days are spent in: both lists, one of them opened from outside as often as Hoje. */
const LISTS = ['/src/subjects/LeadsView.tsx', '/src/subjects/ApplicationsView.tsx'];
/** Comes after the first view, to most. */
const SIGN_IN = '/@supabase/auth-js/';
/** Vite's own, which every `import()` calls. */
const PRELOADER = 'vite/preload-helper';

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** All that a module imports, by whichever way, and itself. */
function reach(graph: Graph, id: string, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reach(graph, next, found);
  return found;
}

const under = (root: string, path: string) => root.replaceAll('\\', '/') + path;

/**
 * Two files for the first load, `early` and `frame`, one for both lists, and one for what follows, `auth`: a phone's
 * line is slow in beginnings, and a file of a few hundred bytes takes as long as one of twenty thousand.
 */
export function firstLoad(root: string) {
  let early: Set<string> | undefined;
  let frame: Set<string> | undefined;
  let lists: Set<string> | undefined;
  return {
    name(id: string, graph: Graph): string | null {
      early ??= reach(graph, under(root, ENTRY));
      frame ??= reach(graph, under(root, FRAME));
      if (early.has(id) || id.includes(PRELOADER)) return 'early';
      lists ??= new Set(LISTS.flatMap((path) => [...reach(graph, under(root, path))]));
      if (frame.has(id)) return 'frame';
      if (lists.has(id)) return 'lists';
      return id.includes(SIGN_IN) ? 'auth' : null;
    },
    includeDependenciesRecursively: false,
  };
}

/** Has the document name the frame's files, so that they come at once and not when `main.ts` asks for them. */
export const preloadFrame = (): Plugin => ({
  name: 'preload-frame',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const frame = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.name === 'frame',
      );
      if (frame?.type !== 'chunk') throw new Error('the build has no frame');
      const styles = [...(frame.viteMetadata?.importedCss ?? [])];
      return [
        {
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${frame.fileName}` },
        },
        // After the early ones: what the frame says of a part stands above what all parts have.
        ...styles.map((name) => ({
          tag: 'link',
          injectTo: 'head' as const,
          attrs: { rel: 'stylesheet', crossorigin: true, href: `/${name}` },
        })),
      ];
    },
  },
});

import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { checkContentAndPictures } from '@funil/content/check';
import { findContentFolder } from '@funil/content/folder';
import { loadContent } from '@funil/content/load';
import { findPictureNames } from '@funil/content/pictures';
import { hasApplicationColumn } from '@funil/contract/contacts/questions/application-questions';
import sharp from 'sharp';
import type { Plugin, ViteDevServer } from 'vite';
import { FORM_MODULES, type FormModule, formProps, isFormModule } from './form-props.ts';

const PHOTO_FILE = /\.(png|jpe?g|webp|avif)$/;
/** Text editors save a file in several writes, so content is checked once, after the last one. */
const DEBOUNCE_MS = 50;

/** Returns the names of all pictures that the page uses, except the icon, whose files icons.ts makes. */
function listUsedPictures(): string[] {
  const { site, ...sections } = loadContent();
  const { icon: _, ...brand } = site.brand;
  return [...findPictureNames({ ...sections, site: { ...site, brand } })];
}

/** Contains the sizes, because code that reads an original's size makes Astro publish the original. */
async function makePicturesModule(isServing: boolean): Promise<string> {
  const folder = join(findContentFolder(), 'images');
  const names = isServing ? readdirSync(folder) : listUsedPictures();
  const files = names.filter((name) => PHOTO_FILE.test(name)).sort();
  const imports = files.map(
    (name, index) => `import p${index} from ${JSON.stringify(join(folder, name))};`,
  );
  const pictures = files.map(async (name, index) => {
    // The size is read after the rotation that the camera recorded.
    const { width, height } = (await sharp(join(folder, name)).metadata()).autoOrient;
    return `${JSON.stringify(name)}: { original: p${index}, width: ${width}, height: ${height} }`;
  });
  return `${imports.join('\n')}\nexport default { ${(await Promise.all(pictures)).join(', ')} };`;
}

type FormsWithFurtherQuestions = Readonly<Record<'lead' | 'application', boolean>>;

/** Modules for questions that have no database column. If no form has such a question, a stub replaces the module. */
const OPTIONAL_MODULES: readonly {
  readonly file: string;
  readonly isNeeded: (forms: FormsWithFurtherQuestions) => boolean;
  readonly stub: string;
}[] = [
  {
    file: '/contract/src/contacts/questions/further-questions.ts',
    isNeeded: ({ lead, application }) => lead || application,
    stub: 'export const QUESTION_RULES = {}; export const makeAnswersColumn = () => ({});',
  },
  {
    file: '/site/src/forms/application-modal/Choices.tsx',
    isNeeded: ({ application }) => application,
    stub: 'export const Choices = () => null;',
  },
  {
    file: '/site/src/forms/lead-dialog/FurtherFields.tsx',
    isNeeded: ({ lead }) => lead,
    stub: 'export const FurtherFields = () => null;',
  },
];

/**
 * All questions that content adds to the lead dialog are further questions; in the application, only those without a
 * database column.
 */
function findFormsWithFurtherQuestions(): FormsWithFurtherQuestions {
  const { leadDialog, applicationModal } = loadContent();
  return {
    lead: (leadDialog.questions ?? []).length > 0,
    application:
      applicationModal?.steps.asking.some(({ questions }) =>
        questions.some(({ key }) => !hasApplicationColumn(key)),
      ) ?? false,
  };
}

/** If the server counts the seats, the browser reads their number from the `<html>` element. */
function makeFormTextsModule(name: FormModule, isServer: boolean): string {
  const content = loadContent();
  const props = JSON.stringify(formProps(content)[name]);
  if (content.site.facts.seats !== 'auto' || isServer) return `export default ${props};`;
  return `import { fillSeats } from '@funil/contract/site/seats';
const { seats } = document.documentElement.dataset;
export default JSON.parse(fillSeats(${JSON.stringify(props)}, seats ? Number(seats) : null));`;
}

const PICTURES_MODULE = 'virtual:content-pictures';
const CONTENT_MODULES: readonly string[] = [PICTURES_MODULE, ...FORM_MODULES];

/**
 * Returns the page that is shown while content has errors. Vite's client reloads it when content changes. The page
 * also asks the server itself, because Vite does not report a change while the client is still connecting.
 */
const errorPage = (message: string): string => `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>A página espera um conserto</title>
<script type="module" src="/@vite/client"></script>
<script>
const reloadIfMended = ({ status }) => { if (status !== 503) location.reload(); };
const ask = () => fetch('', { headers: { accept: 'text/html' } }).then(reloadIfMended, () => {});
setInterval(ask, 1000);
</script>
<style>body { font: 1.125rem/1.6 system-ui; max-width: 50rem; margin: 3rem auto; padding: 0 1.5rem }
h1 { font-size: 1.75rem } pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
/* Astro shows the same error when it renders the page before the content is checked. */
vite-error-overlay { display: none }</style>
<h1>A página espera um conserto</h1>
<pre>${message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>
<p>Conserte o arquivo e salve: esta página volta sozinha.</p>
</html>`;

/** Reloads the open page when content changes, and shows errors in content instead of the page. */
function followContent({ watcher, ws, config, moduleGraph, middlewares }: ViteDevServer): void {
  const folder = findContentFolder();
  let timer: NodeJS.Timeout | undefined;
  let problems: string | null = null;
  let startedChecks = 0;
  const checkAndReload = async () => {
    startedChecks += 1;
    const checkNumber = startedChecks;
    const foundProblems = await checkContentAndPictures().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    // A result is dropped if a later check has started, because it read older files.
    if (checkNumber !== startedChecks) return;
    problems = foundProblems;
    if (problems !== null) config.logger.error(problems, { timestamp: true });
    ws.send({ type: 'full-reload' });
  };
  watcher.add(folder);
  watcher.on('all', (_, file) => {
    if (!file.startsWith(folder + sep)) return;
    for (const id of CONTENT_MODULES) {
      const module = moduleGraph.getModuleById(`\0${id}`);
      if (module) moduleGraph.invalidateModule(module);
    }
    clearTimeout(timer);
    timer = setTimeout(() => void checkAndReload(), DEBOUNCE_MS);
  });
  middlewares.use((request, response, next) => {
    const isPage = request.headers.accept?.includes('text/html') === true;
    if (problems === null || !isPage) return next();
    response.writeHead(503, { 'content-type': 'text/html; charset=utf-8' });
    response.end(errorPage(problems));
  });
}

/** Provides content's pictures and the forms' texts as modules. */
export function contentModules(): Plugin {
  let isServing = false;
  return {
    name: 'content-modules',
    configResolved({ command }) {
      isServing = command === 'serve';
      for (const { file } of OPTIONAL_MODULES) {
        if (!existsSync(join(import.meta.dirname, '../..', file)))
          throw new Error(`No file ${file}`);
      }
    },
    resolveId: (source) => (CONTENT_MODULES.includes(source) ? `\0${source}` : null),
    load(id, options) {
      // The server-side half of the build keeps the complete modules, because they check the content there.
      const optionalModule =
        isServing || options?.ssr
          ? undefined
          : OPTIONAL_MODULES.find(({ file }) => id.endsWith(file));
      if (optionalModule && !optionalModule.isNeeded(findFormsWithFurtherQuestions()))
        return optionalModule.stub;
      const name = id.startsWith('\0') ? id.slice(1) : '';
      if (name === PICTURES_MODULE) return makePicturesModule(isServing);
      return isFormModule(name) ? makeFormTextsModule(name, options?.ssr === true) : null;
    },
    configureServer: followContent,
  };
}

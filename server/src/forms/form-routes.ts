import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type CaptureTable, maxBodyBytes } from '@funil/contract/capture/protocol';
import { UTM_FIELDS, type UtmRecord } from '@funil/contract/capture/utm';
import { HONEYPOT_FIELD } from '@funil/contract/contacts/robot-signals';
import { FORM_PATHS } from '@funil/contract/site/form-paths';
import type { SiteInfo } from '@funil/contract/site/site-info';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkRow, completeRow, problemOf } from '../capture/insert.ts';
import { readFormSignals } from '../capture/read-signals.ts';
import { PUBLIC_PROBLEMS, setStatus } from '../http/problem.ts';
import { bodyLength, readBody } from '../http/request-body.ts';
import { kindOfThrown } from '../http/thrown-error.ts';
import { escapeHtml } from '../markup/html.ts';
import { findCheckoutUrl, toLinkCode } from '../sales/payment-link.ts';
import type { PageFiller } from '../site/fill-pages.ts';
import type { LiveSite } from '../site/live-site.ts';
import { acceptsEncoding } from '../site/site-files.ts';
import {
  type CaptureReader,
  type CaptureStore,
  schemaPrefixOf,
} from '../store/capture/capture-store.ts';
import { type Form, formatTypedTexts, NO_SCRIPT_FORMS, readTypedTexts, readUtms } from './forms.ts';
import { findSubmissionKeys } from './submission-keys.ts';

/** A form's body encodes a byte in at most three characters: `%C3`. */
const CHARACTERS_PER_BYTE = 3;

const compress = promisify(gzip);

interface FormState {
  /** Typed texts and hidden fields by name. A question with several choices has the chosen keys, joined by commas. */
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly notice: 'invalid' | 'failed' | null;
}

const EMPTY_FORM_STATE: FormState = { values: {}, errors: {}, notice: null };

interface FormPageDependencies {
  readonly site: LiveSite;
  readonly store: CaptureStore;
  readonly filler: PageFiller;
}

async function sendPage(
  reply: FastifyReply,
  { site, filler }: FormPageDependencies,
  path: string,
  state = EMPTY_FORM_STATE,
) {
  const file = site.current.files.get(`${path}.html`);
  if (!file) return reply.callNotFound();
  const { bodies } = await filler.fill(file);
  const page = fillFormPage(bodies.identity.toString('utf8'), state);
  reply
    .headers({ 'cache-control': 'no-store', vary: 'accept-encoding' })
    .type('text/html; charset=utf-8');
  if (!acceptsEncoding(reply.request.headers['accept-encoding'], 'gzip')) return reply.send(page);
  // The page is compressed, because a visitor without scripts often has a slow network.
  return reply.header('content-encoding', 'gzip').send(await compress(page));
}

export function addFormPages(app: FastifyInstance, deps: FormPageDependencies) {
  const { site, store } = deps;
  for (const { path } of NO_SCRIPT_FORMS) {
    app.get(path, (request, reply) => {
      const values = pickUtms(readUtms(request));
      return sendPage(reply, deps, path, { ...EMPTY_FORM_STATE, values });
    });
  }
  app.get(FORM_PATHS.sent, (_request, reply) => sendPage(reply, deps, FORM_PATHS.sent));
  app.get<{ Params: { code: string } }>(
    `${FORM_PATHS.checkout}/:code`,
    async ({ params }, reply) => {
      const url = await findCheckoutUrl(site.current.info, store, params);
      if (url === null) return reply.callNotFound();
      return sendPage(reply, deps, FORM_PATHS.checkout, { ...EMPTY_FORM_STATE, values: { url } });
    },
  );
}

const pickUtms = (utms: UtmRecord) =>
  Object.fromEntries(UTM_FIELDS.map((field) => [field, utms[field]]));

export function addFormBodyParser(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', (request, _payload, done) => {
    readBody(request, (error, body) => {
      if (error) return done(error);
      done(null, new URLSearchParams(body.toString('utf8')));
    });
  });
}

interface FormPostDependencies extends FormPageDependencies {
  readonly onStored: (table: CaptureTable) => void;
}

async function readFormSecret({ dialect, read }: CaptureReader): Promise<string | null> {
  const rows = await read(`select secret from ${schemaPrefixOf(dialect)}form_secret`);
  return rows?.[0] ? String(rows[0].secret) : null;
}

/** Returns the row's keys, or the errors by field. A submission that repeats an earlier one is not stored again. */
function makeSubmissionSaver({ store, onStored }: FormPostDependencies) {
  let secret: string | null = null;
  return async (form: Form, info: SiteInfo, request: FormRequest) => {
    const { body } = request;
    const questions = form.questions(info);
    const typed = formatTypedTexts(questions, readTypedTexts(questions, body));
    const errors = form.findErrors(questions, typed);
    if (Object.keys(errors).length > 0) return { errors };
    const row = form.toRow(questions, typed, visitWithoutScripts(readUtms(request, body)));
    secret ??= await readFormSecret(store);
    const keys = secret && (await findSubmissionKeys(store, secret, { table: form.table, row }));
    if (!keys) throw makeHttpError(PUBLIC_PROBLEMS.unavailable.status);
    if (keys.isStored) return keys;
    const ids = form.table === 'applications' && { id: keys.key, save_id: keys.saveId };
    const checked = checkRow(form.table, { ...row, ...ids });
    if (!checked.ok) {
      const { path, message = '' } = checked.issue ?? {};
      return { errors: { [String(path?.[0])]: message } };
    }
    const signals = readFormSignals(request, Boolean(body.get(HONEYPOT_FIELD)));
    const fromRequest = { idempotency_key: keys.key, signals, visitor: null };
    const rows = [completeRow(form.table, checked.row, fromRequest)];
    const outcome = await store.insert({ table: form.table, rows, bytes: bodyLength(request) });
    if (!outcome.ok) throw makeHttpError(problemOf(outcome).status);
    onStored(form.table);
    return keys;
  };
}

/** Adds the posts of forms. After any error, the visitor gets the form back with the typed texts. */
export function addFormPosts(app: FastifyInstance, deps: FormPostDependencies) {
  const { site } = deps;
  const saveSubmission = makeSubmissionSaver(deps);

  function returnForm(request: FastifyRequest, reply: FastifyReply, state: Partial<FormState>) {
    const form = NO_SCRIPT_FORMS.find(({ path }) => path === request.routeOptions.url);
    const { info } = site.current;
    if (!form || !info) return reply.callNotFound();
    const body = isFormRequest(request) ? request.body : new URLSearchParams();
    const values = {
      ...readTypedTexts(form.questions(info), body),
      ...pickUtms(readUtms(request, body)),
    };
    return sendPage(reply, deps, form.path, { ...EMPTY_FORM_STATE, values, ...state });
  }

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const kind = kindOfThrown(error);
    if (kind === 'unexpected') request.log.error({ err: error }, 'unexpected error');
    return returnForm(request, setStatus(reply, PUBLIC_PROBLEMS[kind]), { notice: 'failed' });
  });

  for (const form of NO_SCRIPT_FORMS) {
    const maxBytes = maxBodyBytes(form.table);
    app.post(form.path, { bodyLimit: CHARACTERS_PER_BYTE * maxBytes }, async (request, reply) => {
      const { info } = site.current;
      if (!info || !isFormRequest(request)) return reply.callNotFound();
      if (sizeOf(request.body) > maxBytes) throw makeHttpError(PUBLIC_PROBLEMS.tooLarge.status);
      const submission = await saveSubmission(form, info, request);
      if ('errors' in submission) {
        return returnForm(request, reply.code(422), {
          errors: submission.errors,
          notice: 'invalid',
        });
      }
      const redirectPath =
        form.table === 'leads'
          ? `${FORM_PATHS.checkout}/${toLinkCode(submission.key)}`
          : FORM_PATHS.sent;
      return reply.header('cache-control', 'no-store').redirect(redirectPath, 303);
    });
  }
}

type FormRequest = FastifyRequest & { readonly body: URLSearchParams };

const isFormRequest = (request: FastifyRequest): request is FormRequest =>
  request.body instanceof URLSearchParams;

const makeHttpError = (statusCode: number) =>
  Object.assign(new Error('not stored'), { statusCode });

const sizeOf = (body: URLSearchParams): number => Buffer.byteLength([...body].flat().join(''));

/** Returns the columns of the visit. Without scripts only the visit's origin is known. */
const visitWithoutScripts = (utms: UtmRecord) => ({
  utms,
  journey: {
    botoes_clicados: [],
    tempo_jornada_segundos: 0,
    paginas_visitadas: 1,
    inicio_sessao: utms.origem_timestamp,
  },
});

/** Matches `{{value:nome}}`, ` data-checked="cargo=dono"` and ` data-notice="failed"` in site/src/pages/formulario. */
const PAGE_PLACEHOLDER =
  /\{\{(value|error|invalid):(\w+)\}\}| data-(selected|checked)="(\w+)=([^"]*)"| data-notice="(\w+)"/g;

const textOf = (texts: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(texts, name) ? (texts[name] ?? '') : '';

/** Fills all placeholders in one pass, so that a typed placeholder stays a text. */
function fillFormPage(html: string, { values, errors, notice }: FormState): string {
  return html.replace(
    PAGE_PLACEHOLDER,
    (_match, textKind, name, attribute, key, option, noticeName) => {
      if (noticeName) return noticeName === notice ? '' : ' hidden';
      if (attribute) {
        const chosenOptions = textOf(values, key).split(',').map(escapeHtml);
        return chosenOptions.includes(option) ? ` ${attribute}` : '';
      }
      if (textKind === 'invalid') return String(Object.hasOwn(errors, name));
      return escapeHtml(textOf(textKind === 'error' ? errors : values, name));
    },
  );
}

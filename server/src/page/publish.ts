import { statfsSync } from 'node:fs';
import type { FieldChange, Publication, PublishStep } from '@funil/contract/page/page-editor';
import type { PageTexts } from '@funil/contract/page/page-engine';
import { DISK_FULL_MESSAGE } from '../store/health/write-problem.ts';
import { type BuildOptions, buildSite, isServed, listSentences } from './build-page.ts';
import {
  type DraftField,
  dropFields,
  hashDraft,
  type PageDependencies,
  readDraft,
} from './draft.ts';
import { explainEditorError } from './explain-editor-error.ts';
import { ensureOwnContent } from './own-content.ts';
import {
  confirmPublication,
  type PublishedBy,
  recordPublication,
  withdrawPublication,
} from './record-publication.ts';
import { findEndedTest, readVersion, storeHandEdits } from './versions.ts';

export interface PublisherDependencies extends PageDependencies, BuildOptions {}

interface PublishRequest {
  readonly by: PublishedBy;
  readonly kind: 'publish' | 'restore';
  readonly restored: number | null;
  readonly texts: PageTexts;
  readonly changes: readonly FieldChange[];
  readonly fields: readonly DraftField[];
}

type PublishRefusal = 'changed' | 'missing' | 'nothing' | 'needs-factor';

export type PublishOutcome =
  | { readonly ok: true; readonly publication: Publication }
  | { readonly ok: false; readonly reason: 'running'; readonly by: string }
  | { readonly ok: false; readonly reason: PublishRefusal };

export type Publisher = ReturnType<typeof createPublisher>;

/** A single publication runs at a time. */
export function createPublisher(deps: PublisherDependencies) {
  const { now } = deps;
  let publication: Publication = { state: 'idle' };
  let lastPublication: Promise<void> = Promise.resolve();

  const nowIso = () => new Date(now()).toISOString();

  async function run(request: PublishRequest, startedAt: string) {
    const by = request.by.email;
    const enterStep = (step: PublishStep) => {
      publication = { state: 'running', step, by, started_at: startedAt };
    };
    try {
      const number = await publishTexts(deps, request, enterStep);
      enterStep('verifying');
      const isVerified = await isServed(deps);
      publication = { state: 'done', by, finished_at: nowIso(), number, is_verified: isVerified };
    } catch (error) {
      publication = {
        state: 'failed',
        by,
        finished_at: nowIso(),
        reason: explainPublishError(error),
      };
    }
  }

  async function begin(
    by: PublishedBy,
    prepare: () => Promise<PreparedRequest>,
  ): Promise<PublishOutcome> {
    if (publication.state === 'running') {
      return { ok: false, reason: 'running', by: publication.by };
    }
    const previous = publication;
    const startedAt = nowIso();
    const refuse = (reason: PublishRefusal) => {
      publication = previous;
      return { ok: false, reason } as const;
    };
    // The state is set before the first await, so that a second call sees it.
    publication = { state: 'running', step: 'checking', by: by.email, started_at: startedAt };
    const request = await prepare().catch((error: unknown) => {
      publication = previous;
      throw error;
    });
    if (typeof request === 'string') return refuse(request);
    if (isSensitive(request) && !by.isFactorFresh) return refuse('needs-factor');
    lastPublication = run({ ...request, by }, startedAt);
    return { ok: true, publication };
  }

  return {
    get publication() {
      return publication;
    },
    /** @param reviewed hash of the draft that the operator has reviewed */
    publish: (reviewed: string, by: PublishedBy) => begin(by, () => prepareDraft(deps, reviewed)),
    restore: (number: number, by: PublishedBy) => begin(by, () => prepareRestore(deps, number)),
    close: () => lastPublication,
  };
}

const isSensitive = ({ changes }: Pick<PublishRequest, 'changes'>) =>
  changes.some((change) => change.is_sensitive);

type PreparedRequest = Omit<PublishRequest, 'by'> | Exclude<PublishRefusal, 'needs-factor'>;

async function prepareDraft(
  deps: PublisherDependencies,
  reviewed: string,
): Promise<PreparedRequest> {
  const { engine } = deps;
  const draft = await readDraft(deps);
  const { fields } = draft;
  if (hashDraft(draft) !== reviewed) return 'changed';
  if (fields.length === 0) return 'nothing';
  const texts = await engine.changeTexts(await engine.readTexts(draft.folder), draft.values);
  const changes = await engine.listChanges(draft.valuesWithoutDraft, draft.values);
  return { kind: 'publish', restored: null, texts, changes, fields };
}

async function prepareRestore(
  deps: PublisherDependencies,
  number: number,
): Promise<PreparedRequest> {
  const { engine } = deps;
  const version = await readVersion(deps, number);
  if (!version) return 'missing';
  const { texts } = version;
  const { valuesWithoutDraft } = await readDraft(deps);
  const values = { ...valuesWithoutDraft, ...(await engine.readValues(texts)) };
  const changes = await engine.listChanges(valuesWithoutDraft, values);
  return { kind: 'restore', restored: number, texts, changes, fields: [] };
}

/** Publishes the texts and returns the version's number. If the build fails, the files are restored. */
async function publishTexts(
  deps: PublisherDependencies,
  request: PublishRequest,
  enterStep: (step: PublishStep) => void,
): Promise<number> {
  const { engine } = deps;
  const { by, kind, restored, texts, changes, fields } = request;
  const folder = ensureOwnContent(deps.ownContentDir);
  const publishedTexts = await engine.readTexts(folder);
  await storeHandEdits(deps, publishedTexts);
  const values = await engine.readValues(texts);
  const { problems } = await engine.check(folder, values);
  if (problems.length > 0) {
    throw new PublishError(listSentences(problems.map(({ sentence }) => sentence)));
  }
  requireFreeDisk(folder);
  enterStep('writing');
  const endedTest = findEndedTest(await engine.readValues(publishedTexts), values);
  const version = { kind, restored, by: by.email, texts, changes: changes.length, endedTest };
  // The version is recorded first, so that a full disk or a killed process leaves no page without version and audit
  // line.
  const recorded = await recordPublication(deps, {
    by,
    version,
    isSensitive: isSensitive(request),
  });
  try {
    await engine.writeTexts(folder, texts);
    enterStep('building');
    const failure = await buildSite(deps, folder);
    if (failure !== null) throw new PublishError(failure);
  } catch (error) {
    // On a full disk, either may fail, and must not stop the other.
    await Promise.allSettled([
      engine.writeTexts(folder, publishedTexts),
      withdrawPublication(deps, recorded),
    ]);
    throw error;
  }
  // A published page stays published even if this cannot be stored: the e-mails leave later, and fields that stay in
  // the draft equal the files.
  await Promise.allSettled([confirmPublication(deps, recorded), dropFields(deps, fields)]);
  return recorded.number;
}

/** More than a recorded version takes, so that the record can be withdrawn if the disk fills up afterwards. */
const MIN_FREE_DISK_BYTES = 16 * 1024 ** 2;

function requireFreeDisk(folder: string) {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < MIN_FREE_DISK_BYTES) throw new PublishError(DISK_FULL_MESSAGE);
}

class PublishError extends Error {}

const explainPublishError = (error: unknown): string =>
  error instanceof PublishError
    ? error.message
    : (explainEditorError(error) ??
      'O servidor não conseguiu publicar. Tente de novo em um minuto.');

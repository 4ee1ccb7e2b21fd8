import { formatQuantity } from '@funil/contract/counts';
import type { FieldPath } from '@funil/contract/field-values';
import { toShortLocalTime } from '@funil/contract/local-time';
import { MAX_TEST_NAME_LENGTH, TESTABLE_FIELD } from '@funil/contract/visits/tested-text';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useId } from 'react';
import { Button } from '../../parts/Button.tsx';
import { editField } from '../draft/draft.ts';
import { readTextTest, useDraft } from '../draft/draft-store.ts';
import { testEstimateQuery } from '../queries.ts';
import { Problems } from './FieldFrame.tsx';
import { useForm } from './form-context.ts';
import { toParagraph } from './typed-texts.ts';

const nameTest = (label: string): string =>
  `${label.slice(0, MAX_TEST_NAME_LENGTH / 2)}, ${toShortLocalTime(Date.now())}`;

/** Gives the test of a changed text a new name, so that results of the old text are not counted for the new one. */
export const renameTestOfField = (field: string, label: string): void =>
  editField('site', ['test'], (test?: { field?: unknown }) =>
    test?.field === field ? { ...test, name: nameTest(label) } : test,
  );

interface Props {
  path: FieldPath;
  firstVersion: string;
  label: string;
}

export function SecondVersion({ path, firstVersion, label }: Props) {
  const id = useId();
  const { file } = useForm();
  const { files, problems } = useDraft();
  const field = [file, ...path].join('.');
  if (!TESTABLE_FIELD.test(field)) return null;
  const test = readTextTest(files);
  const putText = (next: string) =>
    editField('site', ['test'], { name: nameTest(label), field, text: next });
  // The clicked button disappears, so the focus moves to the text field.
  const startTest = () => {
    putText(firstVersion);
    setTimeout(() => document.getElementById(id)?.focus());
  };
  const endTest = ({ currentTarget }: MouseEvent) => {
    currentTarget.closest('.field')?.querySelector<HTMLElement>('textarea, input')?.focus();
    editField('site', ['test'], undefined);
  };
  if (!test) {
    if (firstVersion.trim() === '') return null;
    return (
      <p>
        <Button kind="quiet" className="flush" onClick={startTest}>
          Testar outra versão
        </Button>
      </p>
    );
  }
  if (test.field !== field) return null;
  const secondVersion = typeof test.text === 'string' ? test.text : '';
  const testProblems = problems.filter(
    (problem) => problem.file === 'site' && problem.path[0] === 'test',
  );
  return (
    <div className="box grid gap-2">
      <label className="text-small font-semibold" htmlFor={id}>
        Versão B
      </label>
      <textarea
        id={id}
        className="input min-h-11 field-sizing-content"
        rows={2}
        aria-describedby={`${id}-help`}
        aria-invalid={testProblems.length > 0}
        value={secondVersion}
        onChange={({ target }) => putText(toParagraph(target.value))}
      />
      <Problems problems={testProblems} />
      <p className="text-small text-muted" id={`${id}-help`}>
        Depois de publicar, metade dos visitantes vê a A, acima, e metade, a B. O Relatório compara
        as duas. Para terminar, fique com uma e publique: o resultado continua lá.
      </p>
      <TestEstimate />
      <div className="flex flex-wrap gap-2">
        <Button onClick={endTest}>Ficar com a A</Button>
        <Button
          onClick={(event) => {
            editField(file, path, secondVersion);
            endTest(event);
          }}
        >
          Ficar com a B
        </Button>
      </div>
    </div>
  );
}

const describeNeed = (need: { visitors: number; days: number } | null): string =>
  need
    ? `${formatQuantity(need.days, 'dia', 'dias')} (${formatQuantity(need.visitors, 'visita', 'visitas')})`
    : 'ainda não dá para dizer';

function TestEstimate() {
  const { data } = useQuery(testEstimateQuery);
  if (!data) return null;
  const { traffic, needed, is_advised } = data;
  const knownNeeds = needed.filter(({ leads, buyers }) => leads || buyers);
  return (
    <div className="grid gap-1 text-small text-muted">
      <p>
        Seu movimento em {formatQuantity(traffic.days, 'dia', 'dias')}:{' '}
        {formatQuantity(traffic.visitors, 'visita', 'visitas')},{' '}
        {formatQuantity(traffic.leads, 'lead', 'leads')} e{' '}
        {formatQuantity(traffic.buyers, 'comprador', 'compradores')}.
        {knownNeeds.length > 0 && ' Com ele, para ver a diferença, o teste costuma levar:'}
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        {knownNeeds.map(({ difference, leads, buyers }) => (
          <li key={difference}>
            De {difference * 100}%: nos leads, {describeNeed(leads)}; nas vendas,{' '}
            {describeNeed(buyers)}.
          </li>
        ))}
      </ul>
      {!is_advised && (
        <p className="font-semibold text-ink">
          Não vale a pena testar agora:{' '}
          {knownNeeds.length > 0
            ? 'nenhuma dessas diferenças aparece em 60 dias.'
            : 'com tão pouco movimento, nenhuma diferença aparece.'}{' '}
          Traga mais visitas antes.
        </p>
      )}
    </div>
  );
}

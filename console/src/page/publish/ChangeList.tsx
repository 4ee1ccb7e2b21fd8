import type { FieldChange } from '@funil/contract/page/page-editor';

interface Props {
  changes: readonly Omit<FieldChange, 'is_sensitive'>[];
  headings?: readonly [before: string, after: string];
}

export const ChangeList = ({ changes, headings = ['Antes', 'Agora'] }: Props) => (
  <ul data-wide className="grid gap-2">
    {changes.map(({ file, label, before, after }) => (
      <li key={`${file} ${label}`} className="grid gap-1.5 px-3 py-2.5 border rounded-lg">
        <p className="text-small font-semibold">{label}</p>
        <dl className="grid grid-cols-1 gap-x-3 gap-y-1 xs:grid-cols-[auto_minmax(0,1fr)]">
          <dt className="text-muted text-small">{headings[0]}</dt>
          <dd className="max-h-36 overflow-y-auto text-muted">{before || <i>vazio</i>}</dd>
          <dt className="text-muted text-small">{headings[1]}</dt>
          <dd className="max-h-36 overflow-y-auto">{after || <i>vazio</i>}</dd>
        </dl>
      </li>
    ))}
  </ul>
);

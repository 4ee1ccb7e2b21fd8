import type { FieldChange } from '@funil/contract/console/page-editor';

/** Changes field by field, with the old and the new value. */
export const Changes = ({ changes }: { changes: readonly FieldChange[] }) => (
  <ul className="page-changes">
    {changes.map(({ file, label, before, after }) => (
      <li key={`${file} ${label}`}>
        <p className="text-small font-semibold">{label}</p>
        <dl>
          <dt>Antes</dt>
          <dd>{before ?? <i>vazio</i>}</dd>
          <dt>Agora</dt>
          <dd>{after ?? <i>vazio</i>}</dd>
        </dl>
      </li>
    ))}
  </ul>
);

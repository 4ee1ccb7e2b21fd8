import type { ChoicesContent } from '@funil/content/schema/questions';
import { addStyle } from '../add-style.ts';
import choicesStyles from '../choices.css?inline';
import { type ApplicationFieldProps, describeField } from './describe-field.ts';

// Added on load, like the form's styles in ApplicationForm.tsx.
addStyle(choicesStyles);

/** Check boxes, whose answer lists the chosen options in the options' order. */
export function Choices(props: ApplicationFieldProps<ChoicesContent>) {
  const { question, application } = props;
  const { key, options } = question;
  const { value, label, notes, isInvalid, describedBy } = describeField(props);
  const chosenKeys = value.split(',');
  const changeAnswer = (changedKey: string, isChecked: boolean) =>
    options
      .map(({ key }) => key)
      .filter((option) => (option === changedKey ? isChecked : chosenKeys.includes(option)))
      .join(',');
  return (
    <fieldset className="application-field" data-wide aria-describedby={describedBy}>
      <legend>{label}</legend>
      <div className="choices">
        {options.map((option) => (
          <label key={option.key} className="choice">
            <input
              type="checkbox"
              name={key}
              value={option.key}
              aria-invalid={isInvalid}
              checked={chosenKeys.includes(option.key)}
              onChange={({ target }) =>
                application.editField(key, changeAnswer(option.key, target.checked))
              }
              onBlur={({ relatedTarget }) => {
                const isInside = (relatedTarget as HTMLInputElement | null)?.name === key;
                if (!isInside) application.leaveField(key);
              }}
            />
            {option.label}
          </label>
        ))}
      </div>
      {notes}
    </fieldset>
  );
}

import type { SettingState } from '@funil/contract/console/connections';
import { EVENT_LABELS, eventLabel } from '@funil/contract/console/delivery-labels';
import {
  DEFAULT_MAIL_EVENTS,
  MAIL_EVENTS,
  type WebhookEvent,
} from '@funil/contract/deliveries/webhook-events';
import type { StoredSetting } from '@funil/contract/settings/stored-settings';
import { useState } from 'react';
import { CheckBoxes } from '../parts/CheckBox.tsx';
import { FieldError, SelectField, type SelectOption, TextField } from '../parts/Fields.tsx';
import { Time } from '../parts/time/Time.tsx';

/** Returns the stored value for the form's field; empty for a secret. */
export const formValueOf = (
  { isEventList }: StoredSetting,
  state: SettingState | undefined,
): string => state?.value ?? (isEventList ? DEFAULT_MAIL_EVENTS.join() : '');

const listOptions = ({ choices }: StoredSetting): readonly SelectOption[] =>
  choices ? [['', 'Não sei'], ...choices] : [];

function describeSetting(setting: StoredSetting, value: string): string {
  if (setting.isEventList) return value.split(',').map(eventLabel).join(', ');
  return listOptions(setting).find(([choice]) => choice === value)?.[1] ?? value;
}

const NO_TYPING_HELP = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

interface SettingRowProps {
  setting: StoredSetting;
  state: SettingState | undefined;
  isEditing: boolean;
  error: string | null;
}

export function SettingRow(props: SettingRowProps) {
  const { setting, state, isEditing, error } = props;
  const { label } = setting;
  if (state?.source === 'server') {
    return (
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <strong>{label}</strong>
        <span>Definido por quem instalou o servidor</span>
      </p>
    );
  }
  return isEditing ? (
    <SettingField setting={setting} value={formValueOf(setting, state)} error={error} />
  ) : (
    <StoredValue setting={setting} state={state} />
  );
}

interface SettingFieldProps {
  setting: StoredSetting;
  value: string;
  error: string | null;
}

// The React key is the stored value, so that the field shows a new value as soon as another owner saves one.
function SettingField(props: SettingFieldProps) {
  const { setting, value, error } = props;
  const { label } = setting;
  if (setting.isEventList) {
    return <EventsField {...props} key={value} />;
  }
  if (setting.isMailServer) {
    return (
      <>
        <TextField
          label="Servidor"
          name="server"
          {...NO_TYPING_HELP}
          hint={setting.format}
          error={error}
        />
        <TextField label="Usuário" name="user" {...NO_TYPING_HELP} />
        <TextField
          label="Senha"
          name="password"
          type="password"
          {...NO_TYPING_HELP}
          autoComplete="new-password"
        />
      </>
    );
  }
  if (setting.choices) {
    return (
      <div>
        <SelectField
          key={value}
          label={label}
          name={setting.name}
          defaultValue={value}
          options={listOptions(setting)}
        />
        <p className="mt-1.5 text-small text-muted">{setting.format}</p>
        <FieldError>{error}</FieldError>
      </div>
    );
  }
  return (
    <TextField
      label={label}
      name={setting.name}
      type={setting.isSecret ? 'password' : 'text'}
      defaultValue={value}
      {...NO_TYPING_HELP}
      // With another value, password managers would offer the operator's own password.
      autoComplete={setting.isSecret ? 'new-password' : 'off'}
      maxLength={4_000}
      hint={setting.format}
      error={error}
    />
  );
}

const StoredValue = ({ setting, state }: Pick<SettingRowProps, 'setting' | 'state'>) => (
  <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
    <strong>{setting.label}</strong>
    {state?.source === 'unreadable' && (
      <span className="text-small text-bad">
        Este servidor não consegue abrir o que foi guardado: a chave dele é outra ou está estragada.
        Quem cuida do servidor pode pôr a chave de antes de volta; se ela se perdeu, preencha este
        campo de novo. Até lá, avisos do checkout são recusados por um tempo, e a plataforma os
        reenvia.
      </span>
    )}
    {state?.source === 'console' && state.value !== null && (
      <span>{describeSetting(setting, state.value)}</span>
    )}
    {state?.stored ? (
      <span className="text-small text-muted">
        Salvo <Time at={state.stored.at} /> por {state.stored.by}
      </span>
    ) : (
      <span className="text-small text-muted">
        {describeSetting(setting, formValueOf(setting, state)) || 'Vazio'}
      </span>
    )}
  </p>
);

function EventsField({ setting: { label, name, format }, value, error }: SettingFieldProps) {
  const [chosenEvents, setChosenEvents] = useState<readonly WebhookEvent[]>(() =>
    MAIL_EVENTS.filter((event) => value.split(',').includes(event)),
  );
  return (
    <div>
      <CheckBoxes
        legend={label}
        name={name}
        values={MAIL_EVENTS}
        labels={EVENT_LABELS}
        chosen={chosenEvents}
        onChange={setChosenEvents}
      />
      <p className="text-small text-muted">{format}</p>
      <FieldError>{error}</FieldError>
    </div>
  );
}

import type { ConnectionsResponse, SettingState } from '@funil/contract/console/connections';
import { EVENT_LABELS, eventLabel } from '@funil/contract/console/delivery-labels';
import {
  DEFAULT_MAIL_EVENTS,
  MAIL_EVENTS,
  type WebhookEvent,
} from '@funil/contract/deliveries/webhook-events';
import type { ConnectionSettings, StoredSetting } from '@funil/contract/settings/stored-settings';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { CheckBoxes } from '../parts/CheckBox.tsx';
import { DialogButton, FormDialog } from '../parts/Dialog.tsx';
import { FieldError, SelectField, TextField } from '../parts/Fields.tsx';
import { Time } from '../parts/Time.tsx';
import { showToast } from '../parts/toast.ts';
import { useRequest } from '../parts/use-request.ts';
import { saveSettings } from './queries.ts';
import { composeSmtpUrl } from './smtp-url.ts';

interface Props {
  connection: ConnectionSettings;
  states: ConnectionsResponse['settings'];
}

/** The settings of one connection: fields for new values, and the stored values without secrets. */
export function ConnectionForm({ connection, states }: Props) {
  const { label, settings } = connection;
  const stateOf = (setting: StoredSetting) => states.find(({ name }) => name === setting.name);
  const storedSettings = settings.filter((setting) => isStored(stateOf(setting)));
  const hasField = settings.some((setting) => stateOf(setting)?.source !== 'server');
  const [isReplacing, setIsReplacing] = useState(false);
  const { isBusy, failure, field, run } = useRequest();
  const isSecret = settings.some((setting) => setting.isSecret && !setting.isMailServer);
  const isEditing = isReplacing || storedSettings.length === 0;
  const form = useRef<HTMLFormElement>(null);
  const isPressed = useRef(false);
  const showFields = (isShown: boolean) => {
    isPressed.current = true;
    setIsReplacing(isShown);
  };
  useEffect(() => {
    // The pressed button is gone, and with it the focus.
    const next = isEditing ? 'input, select' : '.button';
    if (isPressed.current) form.current?.querySelector<HTMLElement>(next)?.focus();
    isPressed.current = false;
  }, [isEditing]);

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = readChanges(settings, stateOf, new FormData(event.currentTarget));
    if (Object.keys(values).length === 0) return showFields(false);
    isPressed.current = true;
    void run(async () => {
      await saveSettings(values);
      showFields(false);
      showToast('Salvo. Já vale.');
    });
  }

  return (
    <form className="grid grid-cols-1 gap-3" aria-label={label} ref={form} onSubmit={save}>
      {settings.map((setting) => (
        <SettingRow
          key={setting.name}
          setting={setting}
          state={stateOf(setting)}
          isEditing={isEditing}
          error={field === setting.name ? failure : null}
        />
      ))}
      <FieldError>{settings.some(({ name }) => name === field) ? null : failure}</FieldError>
      {hasField && (
        <div className="buttons">
          {/* The keys make two elements: if React reused one, the click on “Substituir” would also submit the form. */}
          {isEditing ? (
            <Button key="save" type="submit" kind="main" disabled={isBusy}>
              {isBusy ? 'Salvando…' : isSecret ? 'Salvar segredo' : 'Salvar'}
            </Button>
          ) : (
            <Button key="replace" onClick={() => showFields(true)}>
              Substituir
            </Button>
          )}
          {isReplacing && (
            <Button kind="quiet" onClick={() => showFields(false)}>
              Cancelar
            </Button>
          )}
          {storedSettings.length > 0 && (
            <RemoveButton
              label={label}
              settings={storedSettings}
              onRemoved={() => setIsReplacing(false)}
            />
          )}
        </div>
      )}
    </form>
  );
}

interface RemoveButtonProps {
  label: string;
  settings: readonly StoredSetting[];
  onRemoved: () => void;
}

/** Removes a connection's stored settings, after a confirmation. */
const RemoveButton = ({ label, settings, onRemoved }: RemoveButtonProps) => (
  <DialogButton
    kind="quiet"
    dialog={(close) => (
      <FormDialog
        title={`Apagar: ${label}?`}
        description="O Funil deixa de usar isto agora. O que já chegou ou foi enviado fica."
        onClose={close}
        submitLabel="Apagar"
        isDestructive
        onSubmit={async () => {
          await saveSettings(Object.fromEntries(settings.map(({ name }) => [name, null])));
          close();
          onRemoved();
          showToast('Apagado.');
        }}
      />
    )}
  >
    Apagar
  </DialogButton>
);

const isStored = (state: SettingState | undefined): boolean =>
  state?.source === 'console' || state?.source === 'unreadable';

/** Returns the values that the operator typed or emptied; an empty secret means that the stored one stays. */
function readChanges(
  settings: readonly StoredSetting[],
  stateOf: (setting: StoredSetting) => SettingState | undefined,
  data: FormData,
): Record<string, string | null> {
  const changes: Record<string, string | null> = {};
  for (const setting of settings) {
    const state = stateOf(setting);
    if (state?.source === 'server') continue;
    const readField = (name: string) => data.getAll(name).join().trim();
    const value = setting.isMailServer
      ? composeSmtpUrl(readField('server'), readField('user'), readField('password'))
      : readField(setting.name);
    if (value === currentValue(setting, state)) continue;
    if (value !== '') changes[setting.name] = value;
    else if (!setting.isSecret) changes[setting.name] = null;
  }
  return changes;
}

/** Returns the value in effect, without secrets. */
const currentValue = ({ isEvents }: StoredSetting, state: SettingState | undefined): string =>
  state?.value ?? (isEvents ? DEFAULT_MAIL_EVENTS.join() : '');

/** Returns a stored value as people read it. */
function describeValue({ isEvents, choices = [] }: StoredSetting, value: string): string {
  if (isEvents) return value.split(',').map(eventLabel).join(', ');
  return choices.find(([choice]) => choice === value)?.[1] ?? value;
}

const NO_TYPING_HELP = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

interface RowProps {
  setting: StoredSetting;
  state: SettingState | undefined;
  isEditing: boolean;
  error: string | null;
}

function SettingRow({ setting, state, isEditing, error }: RowProps) {
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
    <SettingField setting={setting} value={currentValue(setting, state)} error={error} />
  ) : (
    <StoredValue setting={setting} state={state} />
  );
}

interface SettingFieldProps {
  setting: StoredSetting;
  value: string;
  error: string | null;
}

function SettingField({ setting, value, error }: SettingFieldProps) {
  const { label } = setting;
  if (setting.isEvents) {
    return <EventsField setting={setting} value={value} error={error} />;
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
          label={label}
          name={setting.name}
          defaultValue={value}
          options={[['', 'Não sei'], ...setting.choices]}
        />
        <p className="text-small text-muted">{setting.format}</p>
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
      // Password managers would offer the operator's own password.
      autoComplete={setting.isSecret ? 'new-password' : 'off'}
      maxLength={4_000}
      hint={setting.format}
      error={error}
    />
  );
}

/** The stored value of a setting; for a secret, only when and by whom it was stored. */
function StoredValue({ setting, state }: Pick<RowProps, 'setting' | 'state'>) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
      <strong>{setting.label}</strong>
      {state?.source === 'unreadable' && (
        <span className="text-small text-bad">
          Este servidor não consegue abrir o que foi guardado: a chave dele é outra ou está
          estragada. Quem cuida dele põe de volta a de antes; se ela se perdeu, substitua aqui. Até
          lá, avisos do checkout são recusados por um tempo, e a plataforma os reenvia.
        </span>
      )}
      {state?.source === 'console' && state.value !== null && (
        <span>{describeValue(setting, state.value)}</span>
      )}
      {state?.stored ? (
        <span className="text-small text-muted">
          Salvo <Time at={state.stored.at} /> por {state.stored.by}
        </span>
      ) : (
        <span className="text-small text-muted">Vazio</span>
      )}
    </p>
  );
}

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

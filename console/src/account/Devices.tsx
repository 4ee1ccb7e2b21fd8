import type { Device } from '@funil/contract/console/devices';
import { PUSH_LABELS, pushKindsFor } from '@funil/contract/console/push-kinds';
import { describeDevice } from '@funil/contract/operators/describe-device';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRole } from '../console-context.ts';
import {
  canPush,
  changeDevice,
  devicesQuery,
  thisDeviceQuery,
  turnPushesOff,
  turnPushesOn,
} from '../live/this-device.ts';
import { Button, removalProps } from '../parts/Button.tsx';
import { CheckBox, CheckBoxes } from '../parts/CheckBox.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { Time } from '../parts/time/Time.tsx';
import { runWithErrorToast, showError, showToast } from '../parts/toast.ts';
import { useUserId } from '../session/session.ts';
import { Card, CardRow } from './Card.tsx';

export function Devices() {
  const query = useQuery(devicesQuery);
  const userId = useUserId();
  const { data: thisDevice } = useQuery(thisDeviceQuery(userId));
  const role = useRole();
  const { data: devices } = query;
  const turnOnHere = (publicKey: string) =>
    runWithErrorToast(async () => {
      if (await turnPushesOn(publicKey, userId, role)) showToast('Avisos ligados neste aparelho.');
      else showError('O navegador não deixou: permita notificações deste site, e tente de novo.');
    });
  return (
    <Card title="Avisos no celular">
      <QueryStatus query={query} />
      {devices && !thisDevice && (
        <PushActivation publicKey={devices.public_key} onPress={turnOnHere} />
      )}
      <ul>
        {devices?.items.map((device) => (
          <DeviceRow key={device.id} device={device} isThisDevice={device.id === thisDevice?.id} />
        ))}
      </ul>
    </Card>
  );
}

interface PushActivationProps {
  publicKey: string | null;
  onPress: (publicKey: string) => void;
}

function PushActivation({ publicKey, onPress }: PushActivationProps) {
  if (publicKey === null) {
    return (
      <p className="text-muted">
        Para o celular avisar de um lead, o painel precisa de um endereço na internet com https://.
        Peça a quem cuida do servidor.
      </p>
    );
  }
  return (
    <>
      <p className="text-muted">
        O celular toca quando chega um lead, também com o painel fechado. Antes, ponha o painel na
        tela inicial: no Android, menu ⋮ e “Instalar app”; no iPhone, Compartilhar e “Adicionar à
        Tela de Início”, e abra por lá.
      </p>
      {canPush() ? (
        <div className="buttons">
          <Button kind="main" onClick={() => onPress(publicKey)}>
            Ligar neste aparelho
          </Button>
        </div>
      ) : (
        <p>
          Este navegador ainda não recebe avisos: no iPhone, só o painel na Tela de Início recebe.
        </p>
      )}
    </>
  );
}

function DeviceRow({ device, isThisDevice }: { device: Device; isThisDevice: boolean }) {
  const [unsavedChanges, setUnsavedChanges] = useState<Parameters<typeof changeDevice>[1]>({});
  const { user_agent, created_at, kinds, is_quiet, shows_names } = { ...device, ...unsavedChanges };
  async function save(changes: typeof unsavedChanges): Promise<void> {
    const allUnsaved = { ...unsavedChanges, ...changes };
    setUnsavedChanges(allUnsaved);
    await runWithErrorToast(() => changeDevice(device, changes));
    setUnsavedChanges((newest) => (newest === allUnsaved ? {} : newest));
  }
  const turnOff = () =>
    runWithErrorToast(async () => {
      await turnPushesOff(device, isThisDevice);
      showToast('Avisos desligados.');
    });
  return (
    <CardRow>
      <div>
        <p>{describeDevice(user_agent)}</p>
        <p className="text-small text-muted">
          {isThisDevice && 'este aparelho · '}ligado <Time at={created_at} />
        </p>
      </div>
      <Button {...removalProps} onClick={() => void turnOff()}>
        Desligar
      </Button>
      <CheckBoxes
        legend="Avisa de"
        values={pushKindsFor(useRole())}
        labels={PUSH_LABELS}
        chosen={kinds}
        onChange={(chosenKinds) => void save({ kinds: chosenKinds })}
      />
      <fieldset className="xs:col-span-2">
        <legend className="text-small font-semibold">Como</legend>
        <CheckBox isChecked={is_quiet} onChange={(isQuiet) => void save({ is_quiet: isQuiet })}>
          Silêncio das 22h às 7h (Brasília): tudo junto às 7h
        </CheckBox>
        <CheckBox isChecked={shows_names} onChange={(next) => void save({ shows_names: next })}>
          Mostrar nomes, também na tela bloqueada
        </CheckBox>
      </fieldset>
    </CardRow>
  );
}

import { platformOfAddress } from '@funil/contract/sales/checkout';
import { platformLabel } from '@funil/contract/sales/platforms';

export function PlatformOfAddress({ url }: { url: string }) {
  const platform = platformOfAddress(url);
  if (platform !== null) {
    return <p className="text-small">Plataforma: {platformLabel(platform)}, pelo endereço.</p>;
  }
  return (
    url !== '' && (
      <p className="state text-small whitespace-normal!" data-tone="warn">
        De que plataforma é este checkout? O endereço não diz: acrescente a plataforma, abaixo.
      </p>
    )
  );
}

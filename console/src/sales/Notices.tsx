import { Link } from '@tanstack/react-router';
import { View } from '../parts/View.tsx';
import { PlatformList } from './PlatformList.tsx';
import { UnreadNotices } from './UnreadNotices.tsx';

/** The notices of the platforms: accepted, refused, and those that no adapter understood. */
export function Notices() {
  return (
    <View
      title="Avisos das plataformas"
      subtitle="A cada Pix, venda ou reembolso a plataforma manda um aviso, e o Funil guarda a venda."
      actions={
        <Link to="/vendas" search={{}} className="button">
          Voltar às vendas
        </Link>
      }
    >
      <PlatformList />
      <UnreadNotices />
    </View>
  );
}

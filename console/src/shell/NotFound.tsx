import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/Empty.tsx';
import { View } from '../parts/View.tsx';

export function NotFound() {
  return (
    <View title="Nada por aqui">
      <Empty title="Este endereço não leva a lugar nenhum.">
        <Link to="/">Voltar para Hoje</Link>
      </Empty>
    </View>
  );
}

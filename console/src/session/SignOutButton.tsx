import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { signOut } from './session.ts';

/** Signs out, and says so at once: the server may be slow or out of reach. */
export function SignOutButton() {
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    setIsLeaving(true);
    void signOut().finally(() => setIsLeaving(false));
  };
  return (
    <Button aria-busy={isLeaving || undefined} onClick={leave}>
      <Icon name="out" />
      {isLeaving ? 'Saindo…' : 'Sair'}
    </Button>
  );
}

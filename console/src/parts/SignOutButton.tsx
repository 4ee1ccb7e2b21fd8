import { useState } from 'react';
import { signOut } from '../session/session.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

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

import { useState } from 'react';
import { signOut } from '../session/session.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

export function SignOutButton() {
  const [isSigningOut, setIsSigningOut] = useState(false);
  const startSignOut = () => {
    setIsSigningOut(true);
    void signOut().finally(() => setIsSigningOut(false));
  };
  return (
    <Button aria-busy={isSigningOut || undefined} onClick={startSignOut}>
      <Icon name="out" />
      {isSigningOut ? 'Saindo…' : 'Sair'}
    </Button>
  );
}

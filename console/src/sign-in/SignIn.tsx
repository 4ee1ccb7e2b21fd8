import { useState } from 'react';
import type { SignIn as SignInState } from '../session/session.ts';
import { CodeStep } from './CodeStep.tsx';
import { EnrolStep } from './EnrolStep.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { RecoveryStep } from './RecoveryStep.tsx';

/** The way in, as far as this browser has come on it. */
export function SignIn({ at }: { at: SignInState }) {
  const [hasPhone, setHasPhone] = useState(true);
  if (at.step === 'code') {
    return hasPhone ? (
      <CodeStep onLost={() => setHasPhone(false)} />
    ) : (
      <RecoveryStep onBack={() => setHasPhone(true)} />
    );
  }
  if (at.step === 'enrol') return <EnrolStep email={at.email} />;
  return <PasswordStep wasEnded={at.step === 'password' && at.reason === 'ended'} />;
}

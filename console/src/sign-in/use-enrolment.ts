import { useEffect, useState } from 'react';
import { loadAuth } from '../session/client.ts';

interface Enrolment {
  readonly id: string;
  /** An image's address. */
  readonly qr: string;
  readonly secret: string;
}

/** A new authenticator, and what its app needs to know; attempts that were left off are cleared away. */
export function useEnrolment(email: string): Enrolment | null {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  useEffect(() => {
    let isGone = false;
    async function enrol() {
      const auth = await loadAuth();
      const factors = await auth.mfa.listFactors();
      const old = factors.data?.all.filter(({ status }) => status === 'unverified') ?? [];
      for (const { id } of old) await auth.mfa.unenroll({ factorId: id });
      if (isGone) return;
      const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: email });
      if (!data || isGone) return;
      setEnrolment({ id: data.id, qr: data.totp.qr_code, secret: data.totp.secret });
    }
    void enrol();
    return () => {
      isGone = true;
    };
  }, [email]);
  return enrolment;
}

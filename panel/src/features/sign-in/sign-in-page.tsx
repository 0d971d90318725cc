import type { ReactNode } from 'react';
import { PlainPage } from '../../ui/plain-page.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage({ email, onSignedIn }: { email?: string; onSignedIn: () => void }): ReactNode {
  return (
    <PlainPage title="Sign in">
      <SignInForm {...(email === undefined ? {} : { email })} onSignedIn={onSignedIn} />
    </PlainPage>
  );
}

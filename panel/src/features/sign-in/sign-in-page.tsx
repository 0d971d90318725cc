import type { ReactNode } from 'react';
import { StandalonePage } from '../../ui/standalone-page.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage({ email, onSignedIn }: { email?: string; onSignedIn: () => void }): ReactNode {
  return (
    <StandalonePage title="Sign in">
      <SignInForm {...(email === undefined ? {} : { email })} onSignedIn={onSignedIn} />
    </StandalonePage>
  );
}

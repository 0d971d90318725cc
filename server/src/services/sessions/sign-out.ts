import { endSession } from './end-session.ts';
import type { SignedInContext } from './session-context.ts';

export async function signOut(context: SignedInContext): Promise<void> {
  await endSession(context, context.sessionId);
}

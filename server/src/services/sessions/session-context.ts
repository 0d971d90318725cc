import type { Actor, ServiceContext, WorkspaceContext } from '../context.ts';

/** Where a request comes from, for limits and the list of sessions. */
export type Client = { address: string; userAgent: string };

export type PersonActor = Extract<Actor, { type: 'user' }>;

/** A person who is signed in, in the workspace that their session stands in. */
export type SignedInContext = WorkspaceContext & Client & { actor: PersonActor; sessionId: string };

/** Somebody who has yet to show who they are; whatever actor stands in the context counts for nothing. */
export type StrangerContext = ServiceContext & Client;

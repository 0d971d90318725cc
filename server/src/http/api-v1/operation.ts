import type { KeyScope } from '@waypost/contract/access.ts';
import type { z } from 'zod';
import type { KeyCaller } from '../../services/keys/authenticate-key.ts';

/** One operation of the public API: the route, the access check and the description all come from it. */
export type Operation<Data extends z.ZodType = z.ZodType> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  scope: KeyScope;
  summary: string;
  query: z.ZodObject;
  data: Data;
  handle: (caller: KeyCaller) => Promise<z.input<Data>> | z.input<Data>;
};

import type { OpenApiDocument } from './document.ts';

/** The cookie that signing in to the panel sets, under either of its names. */
export const sessionSchemes = {
  session: describeCookie('__Host-waypost', 'Set by signing in, where the panel is reached by https.'),
  plainSession: describeCookie('waypost', 'The same where it is reached by http.'),
};

export const sessionSecurity: OpenApiDocument['security'] = [{ session: [] }, { plainSession: [] }];

function describeCookie(name: string, description: string) {
  return { type: 'apiKey', in: 'cookie', name, description };
}

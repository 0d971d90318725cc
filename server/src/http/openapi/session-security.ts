import type { OpenApiDocument } from './document.ts';

/** The panel's session cookie. Its name depends on the scheme. */
export const sessionSchemes = {
  session: describeCookie('__Host-waypost', 'Session cookie if the panel is served over HTTPS.'),
  plainSession: describeCookie('waypost', 'Session cookie if the panel is served over HTTP.'),
};

export const sessionSecurity: OpenApiDocument['security'] = [{ session: [] }, { plainSession: [] }];

function describeCookie(name: string, description: string) {
  return { type: 'apiKey', in: 'cookie', name, description };
}
